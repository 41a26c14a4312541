import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { limits } from '@ulna/contract/http/text'
import type { LooseEnds } from '@ulna/contract/patient-archive/patient-archive'
import type { Patient } from '@ulna/contract/patients/patients'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LoadFailed } from '../../blocks/notices/LoadFailed.tsx'
import { useDates } from '../../i18n/dates/use-dates.ts'
import { CheckboxField } from '../../ui/base/CheckboxField.tsx'
import { classNames } from '../../ui/base/class-names.ts'
import { FormActions } from '../../ui/base/FormActions.tsx'
import { stackClass } from '../../ui/base/stack.ts'
import { TextField } from '../../ui/base/TextField.tsx'
import { ReasonedButton } from '../../ui/ReasonedButton.tsx'
import { SkeletonRows } from '../../ui/Skeletons.tsx'
import { WideDialog } from '../../ui/WideDialog.tsx'
import styles from './ArchiveDialog.module.css'
import { looseEndsQuery, useArchivePatient } from './patient-archive.queries.ts'

/** How many visits are named; the others are counted. */
const mostNamed = 5

interface PartProps {
  title: string
  lines: readonly { key: number; text: string }[]
  more?: string | undefined
  /** What is decided about it. */
  check: ReactNode
}

const Part = ({ title, lines, more, check }: PartProps) => (
  <section className={classNames(styles.part, stackClass(4))}>
    <h3>{title}</h3>
    <ul className={styles.list}>
      {lines.map(({ key, text }) => (
        <li key={key}>{text}</li>
      ))}
      {more && <li>{more}</li>}
    </ul>
    {check}
  </section>
)

interface CheckedPartProps<Kind extends 'visits' | 'packages'> {
  ends: Pick<LooseEnds, Kind | (Kind extends 'visits' ? 'visitCount' : never)>
  checked: boolean
  onCheck: (checked: boolean) => void
}

const Visits = ({ ends: { visits, visitCount }, checked, onCheck }: CheckedPartProps<'visits'>) => {
  const { t } = useTranslation('archive')
  const dates = useDates()
  const named = visits.slice(0, mostNamed)
  const others = visitCount - named.length
  return (
    <Part
      title={t('dialog.visits', { count: visitCount })}
      lines={named.map(({ id, start, doctorName, repeats }) => ({
        key: id,
        text: t(repeats ? 'dialog.visitOfSeries' : 'dialog.visit', {
          day: dates.instantDay(start),
          time: dates.time(start),
          name: doctorName,
        }),
      }))}
      more={others > 0 ? t('dialog.moreVisits', { count: others }) : undefined}
      check={
        <CheckboxField
          label={t('dialog.cancelVisits', { count: visitCount })}
          checked={checked}
          onChange={(event) => onCheck(event.currentTarget.checked)}
        />
      }
    />
  )
}

const Packages = ({ ends: { packages }, checked, onCheck }: CheckedPartProps<'packages'>) => {
  const { t } = useTranslation('archive')
  return (
    <Part
      title={t('dialog.packages')}
      lines={packages.map(({ id, description, left }) => {
        const sessions = left === null ? t('dialog.unlimited') : t('dialog.left', { count: left })
        return { key: id, text: description ? `${description}: ${sessions}` : sessions }
      })}
      check={
        <CheckboxField
          label={t('dialog.balanceSeen')}
          checked={checked}
          onChange={(event) => onCheck(event.currentTarget.checked)}
        />
      }
    />
  )
}

interface AskProps {
  patient: Pick<Patient, 'id' | 'version'>
  ends: LooseEnds
  onDone: () => void
  onClose: () => void
}

const Ask = ({ patient, ends, onDone, onClose }: AskProps) => {
  const { t } = useTranslation('archive')
  const archiving = useArchivePatient(patient.id)
  const [cancelVisits, setCancelVisits] = useState(false)
  const [balanceSeen, setBalanceSeen] = useState(false)
  const [reason, setReason] = useState('')
  const [hasVisits, hasBalance] = [ends.visitCount > 0, ends.packages.length > 0]
  const isDecided = (!hasVisits || cancelVisits) && (!hasBalance || balanceSeen)
  const archive = (): void => {
    if (!isDecided || archiving.isPending) return
    archiving.mutate(
      { cancelVisits, balanceSeen, reason: reason.trim() || null, version: patient.version },
      { onSuccess: onDone },
    )
  }
  return (
    <form
      noValidate
      className={stackClass(16)}
      onSubmit={(event) => {
        event.preventDefault()
        archive()
      }}
    >
      <p>{t('dialog.text')}</p>
      {hasVisits && <Visits ends={ends} checked={cancelVisits} onCheck={setCancelVisits} />}
      {hasBalance && <Packages ends={ends} checked={balanceSeen} onCheck={setBalanceSeen} />}
      {ends.waiting > 0 && <p>{t('dialog.waiting')}</p>}
      <TextField
        label={t('dialog.reason')}
        hint={t('dialog.reasonHint')}
        maxLength={limits.title}
        autoComplete="off"
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <FormActions>
        <Button variant="default" onClick={onClose}>
          {t('dialog.cancel')}
        </Button>
        <ReasonedButton
          type="submit"
          loading={archiving.isPending}
          reason={isDecided ? undefined : t('dialog.undecided')}
        >
          {t('dialog.confirm')}
        </ReasonedButton>
      </FormActions>
    </form>
  )
}

export interface ArchiveDialogProps {
  patient: Patient
  onDone: () => void
  onClose: () => void
}

/** Archives a patient, once it is decided what becomes of what still lives in the file (decision 0053). */
export const ArchiveDialog = ({ patient, onDone, onClose }: ArchiveDialogProps) => {
  const { t } = useTranslation(['archive', 'common'])
  const { data, error, refetch } = useQuery(looseEndsQuery(patient.id))
  const name = `${patient.firstName} ${patient.lastName}`
  return (
    <WideDialog onClose={onClose} title={t('dialog.title', { name })} closeLabel={t('dialog.cancel')}>
      {error && !data && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows rows={3} label={t('common:loading')} />}
      {data && <Ask patient={patient} ends={data} onDone={onDone} onClose={onClose} />}
    </WideDialog>
  )
}
