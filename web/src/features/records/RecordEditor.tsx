import { ActionIcon, Button } from '@mantine/core'
import type { Draft } from '@ulna/contract/drafts'
import type { FieldError } from '@ulna/contract/http/errors'
import type { RecordClass } from '@ulna/contract/record-class'
import type { RecordRow } from '@ulna/contract/records'
import { lazy, Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ComparisonStrip } from '../../blocks/record-form/ComparisonStrip.tsx'
import { type FormValues, startValues } from '../../blocks/record-form/form-values.ts'
import { RecordForm } from '../../blocks/record-form/RecordForm.tsx'
import type { CaseChoice } from '../../blocks/record-form/record-form-frame.ts'
import { CloseIcon } from '../../ui/icons/CloseIcon.tsx'
import { Pill } from '../../ui/Pill.tsx'
import { ConflictBanner } from './ConflictBanner.tsx'
import { DraftStatus } from './DraftStatus.tsx'
import { draftKeyOf, type EditorTarget, valuesOfTarget } from './editor-target.ts'
import styles from './RecordEditor.module.css'
import { sendDraftOf, useDraftKept } from './records.queries.ts'
import { useArrival } from './use-arrival.ts'
import { useRecordDraft } from './use-record-draft.ts'
import type { RecordWords } from './use-record-words.ts'
import { useSaveRecord } from './use-save-record.ts'

const ConfirmDialog = lazy(() =>
  import('../../ui/ConfirmDialog.tsx').then((module) => ({ default: module.ConfirmDialog })),
)

export interface RecordEditorProps {
  /** Fixed for as long as the editor is mounted: give it a `key` of patient and target. */
  patientId: number
  patientName: string
  target: EditorTarget
  recordClass: RecordClass
  /** The record that is corrected; absent for a new one. */
  record: RecordRow | undefined
  /** The medical history that a new one goes on from. */
  renewed: RecordRow | undefined
  title: string
  subtitle: string
  words: RecordWords
  userId: number
  cases: readonly CaseChoice[]
  last: RecordRow | undefined
  first: RecordRow | undefined
  draft: Draft | undefined
  onValuesChange?: (values: FormValues) => void
  onSaved: (record: RecordRow) => void
  onClose: () => void
}

/** Writes one record: the form, its draft on the server, and what happens when somebody else was faster. */
export const RecordEditor = ({
  patientId,
  patientName,
  target,
  recordClass,
  record,
  renewed,
  title,
  subtitle,
  words,
  userId,
  cases,
  last,
  first,
  draft: kept,
  onValuesChange,
  onSaved,
  onClose,
}: RecordEditorProps) => {
  const { t } = useTranslation(['record', 'error'])
  const heading = useRef<HTMLHeadingElement>(null)
  useArrival(heading, false)
  const onKept = useDraftKept(patientId)
  const draftKey = draftKeyOf(target)
  const seen = record ?? renewed
  const draft = useRecordDraft({
    userId,
    patientId,
    draftKey,
    draft: kept,
    send: sendDraftOf({ patientId, draftKey, baseVersion: seen?.version, userId, onKept }),
  })
  const blank = startValues(recordClass, seen?.data ?? valuesOfTarget(target))
  const [form, setForm] = useState({ round: 0, values: { ...blank, ...draft.restored } })
  const [restored, setRestored] = useState(draft.restored !== undefined)
  const [asksDiscard, setAsksDiscard] = useState(false)
  const saving = useSaveRecord({ patientId, target, recordClass, record, renewed, draft, onSaved })

  const fill = (values: FormValues) => setForm((before) => ({ round: before.round + 1, values }))

  const startOver = () => {
    fill(blank)
    setRestored(false)
    draft.change(blank)
  }

  const discard = async () => {
    await saving.dropDraft()
    onClose()
  }

  const takeTheirs = async () => {
    const theirs = saving.conflict
    if (!theirs) return
    await saving.dropDraft()
    onSaved(theirs)
  }

  const isStale = kept?.baseVersion != null && seen !== undefined && kept.baseVersion < seen.version
  const fieldErrors: readonly FieldError[] = saving.fieldErrors

  return (
    <div className={styles.editor}>
      <header className={styles.head}>
        <div className={styles.titles}>
          <h2 ref={heading} tabIndex={-1}>
            {title}
          </h2>
          <p>
            {patientName} · {subtitle}
          </p>
        </div>
        <Pill tone="warn">{t('editor.unsigned')}</Pill>
        <ActionIcon variant="subtle" color="gray" size={44} aria-label={t('editor.close')} onClick={onClose}>
          <CloseIcon />
        </ActionIcon>
      </header>
      {restored && kept && (
        <div className={styles.banner} role="status">
          <p>
            {t(isStale ? 'draft.restoredStale' : 'draft.restored', { when: words.moment(kept.updatedAt) })}
          </p>
          <Button variant="subtle" onClick={startOver}>
            {t('draft.startOver')}
          </Button>
        </div>
      )}
      {draft.state.kind === 'elsewhere' && (
        <div className={styles.banner} data-tone="warn" role="alert">
          <p>{t('draft.elsewhere')}</p>
          <Button variant="subtle" onClick={draft.overwrite}>
            {t('draft.keepMine')}
          </Button>
        </div>
      )}
      {saving.conflict && (
        <ConflictBanner
          theirs={saving.conflict}
          recordClass={recordClass}
          words={words}
          onSaveMine={saving.saveOverTheirs}
          onTakeTheirs={() => void takeTheirs()}
          pending={saving.pending}
        />
      )}
      {saving.problem && (
        <div className={styles.banner} data-tone="warn" role="alert">
          <p>{saving.problem}</p>
        </div>
      )}
      <RecordForm
        key={form.round}
        label={title}
        recordClass={recordClass}
        startValues={form.values}
        cases={cases}
        last={last?.data ?? undefined}
        first={first?.data ?? undefined}
        serverErrors={fieldErrors}
        onValuesChange={(values) => {
          draft.change(values)
          onValuesChange?.(values)
        }}
        onSubmit={saving.save}
        before={
          (last ?? first) && (
            <ComparisonStrip lastDay={last && words.day(last)} firstDay={first && words.day(first)} />
          )
        }
        actions={
          <>
            <DraftStatus state={draft.state} />
            <Button variant="subtle" color="gray" px={12} onClick={() => setAsksDiscard(true)}>
              {t('editor.discard')}
            </Button>
            <Button type="submit" loading={saving.pending}>
              {t('editor.saveAndClose')}
            </Button>
          </>
        }
      />
      <Suspense>
        {asksDiscard && (
          <ConfirmDialog
            opened
            title={t('editor.discardTitle')}
            confirmLabel={t('editor.discard')}
            cancelLabel={t('editor.keepWriting')}
            closeLabel={t('editor.keepWriting')}
            destructive
            onConfirm={() => void discard()}
            onCancel={() => setAsksDiscard(false)}
          >
            {t('editor.discardText')}
          </ConfirmDialog>
        )}
      </Suspense>
    </div>
  )
}
