import type { FieldError } from '@ulna/contract/errors'
import { limits } from '@ulna/contract/http/text'
import type { MergeInput } from '@ulna/contract/patient-merges/patient-merges'
import type { Patient } from '@ulna/contract/patients/patients'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api/http/api-error.ts'
import { Card } from '../../ui/base/Card.tsx'
import { calloutClass } from '../../ui/base/callout.ts'
import { stackClass } from '../../ui/base/stack.ts'
import { TextField } from '../../ui/base/TextField.tsx'
import { CardBody } from '../../ui/CardBody.tsx'
import { ReasonedButton } from '../../ui/ReasonedButton.tsx'
import { FieldChoices } from './FieldChoices.tsx'
import { HeldOverview } from './HeldOverview.tsx'
import { HistoryForm } from './HistoryForm.tsx'
import styles from './Merge.module.css'
import { type Choices, currentChoices, sentChoices } from './merge-choices.ts'
import { type ReadComparison, useMerge, useUnlockFiles } from './patient-merges.queries.ts'

const serverErrorsOf = (error: unknown): readonly FieldError[] =>
  error instanceof ApiError ? (error.fieldErrors as readonly FieldError[]) : []

/** Locked files are opened first, with the reason that they are merged. */
const LockedNotice = ({ patients, reason }: { patients: readonly Patient[]; reason: string }) => {
  const { t } = useTranslation('merge')
  const unlocking = useUnlockFiles()
  return (
    <section className={calloutClass('warn', styles.locked)} aria-label={t('locked.label')}>
      <p>{t('locked.text', { count: patients.length })}</p>
      <ReasonedButton
        variant="default"
        loading={unlocking.isPending}
        onClick={() => unlocking.mutate({ patients, reason: reason || t('locked.reason') })}
      >
        {t('locked.unlock', { count: patients.length })}
      </ReasonedButton>
    </section>
  )
}

export interface MergeFormProps {
  read: ReadComparison
  pictureOf: (patient: Patient) => ReactNode
  onDone: () => void
}

/** Two files side by side: what stays of each, and that they become one. */
export const MergeForm = ({ read, pictureOf, onDone }: MergeFormProps) => {
  const { t } = useTranslation('merge')
  const { comparison, histories } = read
  const [kept, other] = [comparison.kept.patient, comparison.other.patient]
  const [chosen, setChosen] = useState<Choices>({})
  // What nobody chose follows what both say by now.
  const choices = currentChoices(kept, other, chosen)
  const [reason, setReason] = useState('')
  const merging = useMerge(kept.id)
  const locked = [kept, other].filter((patient) => !patient.unlocked)
  const sides = {
    kept: t('side', { number: kept.fileId }),
    other: t('side', { number: other.fileId }),
  }
  const obstacle = (): string | undefined => {
    if (locked.length > 0) return t('locked.text', { count: locked.length })
    return reason.trim() === '' ? t('confirm.noReason') : undefined
  }
  const merge = (history?: MergeInput['history']): void => {
    if (obstacle() !== undefined || merging.isPending) return
    merging.mutate(
      {
        otherId: other.id,
        reason: reason.trim(),
        fields: sentChoices(choices),
        version: kept.version,
        otherVersion: other.version,
        ...(history && { history }),
      },
      { onSuccess: onDone },
    )
  }
  const confirm = (
    <div className={styles.confirm}>
      <ReasonedButton type="submit" loading={merging.isPending} reason={obstacle()}>
        {t('confirm.merge')}
      </ReasonedButton>
    </div>
  )
  return (
    <div className={stackClass(16)}>
      <FieldChoices
        kept={kept}
        other={other}
        choices={choices}
        onChange={(choice) => setChosen((before) => ({ ...before, ...choice }))}
        pictureOf={pictureOf}
      />
      <HeldOverview comparison={comparison} />
      <Card
        title={t('confirm.title')}
        lead={<p>{t('confirm.text', { kept: kept.fileId, other: other.fileId })}</p>}
      >
        <CardBody>
          <div className={stackClass(16)}>
            {locked.length > 0 && <LockedNotice patients={locked} reason={reason.trim()} />}
            <TextField
              label={t('confirm.reason')}
              hint={t('confirm.reasonHint')}
              maxLength={limits.title}
              autoComplete="off"
              value={reason}
              onChange={(event) => setReason(event.currentTarget.value)}
            />
            {!histories && (
              <form
                noValidate
                aria-label={t('confirm.title')}
                onSubmit={(event) => {
                  event.preventDefault()
                  merge()
                }}
              >
                {confirm}
              </form>
            )}
          </div>
        </CardBody>
      </Card>
      {histories && (
        <HistoryForm
          histories={histories}
          sides={sides}
          serverErrors={serverErrorsOf(merging.error)}
          onSubmit={merge}
          actions={confirm}
        />
      )}
    </div>
  )
}
