import type { RecordClass } from '@ulna/contract/record-class/record-class'
import type { RecordFile, RecordRow } from '@ulna/contract/records/records'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUnsaved } from '../../../api/practice/unsaved-changes.ts'
import { useLeaveQuestion } from '../../../blocks/form/use-leave-question.tsx'
import { Hint } from '../../../ui/base/Hint.tsx'
import { stackClass } from '../../../ui/base/stack.ts'
import { ErrorBanner } from '../../../ui/ErrorBanner.tsx'
import { SkeletonRows } from '../../../ui/Skeletons.tsx'
import { WideDialog } from '../../../ui/WideDialog.tsx'
import styles from './AddDocumentDialog.module.css'
import { DocumentFiles } from './DocumentFiles.tsx'
import { DocumentForm } from './DocumentForm.tsx'
import { type DocumentSubtype, guessSubtype } from './file-check.ts'
import { subtypeOf, useDocumentSaving } from './use-document-saving.ts'
import { useDocumentUploads } from './use-document-uploads.ts'

export interface AddDocumentDialogProps {
  patientId: number
  /** Undefined while it is on its way. */
  recordClass: RecordClass | undefined
  /** The document that goes on; where it is undefined, the first file makes one. */
  record: RecordRow | undefined
  /** Files of that document. */
  files: readonly RecordFile[]
  /** Dropped or pasted on the page; another list is another drop. */
  given: readonly File[]
  onCreated: (record: RecordRow) => void
  onSaved: (record: RecordRow) => void
  onClose: () => void
}

const titleOf = (record: RecordRow | undefined) => {
  if (subtypeOf(record)) return 'add.titleMore'
  return record ? 'add.titleContinue' : 'add.title'
}

/** Adds a document, or goes on with one: its files upload while what it is gets written down. */
export const AddDocumentDialog = (props: AddDocumentDialogProps) => {
  const { recordClass, record, files, given, onSaved, onClose } = props
  const { t } = useTranslation('files')
  const [isTyped, setTyped] = useState(false)
  // What is typed about a document that waits for being completed is kept for whoever comes back.
  const unsaved = useUnsaved(isTyped && record?.subtype !== 'temporal')
  const { question, close } = useLeaveQuestion({
    holdsUnsaved: unsaved.isHeld,
    onForget: unsaved.release,
    onClose,
  })
  const uploads = useDocumentUploads(props)
  const saving = useDocumentSaving({
    ...props,
    entries: uploads.entries,
    holdsFiles: uploads.held.length > 0,
    onSaved: (saved) => {
      unsaved.release()
      onSaved(saved)
    },
  })
  const [chosen, setChosen] = useState<DocumentSubtype>()
  const taken = useRef<readonly File[]>([])
  const types = [
    ...files.map(({ contentType }) => contentType),
    ...[...uploads.entries, ...uploads.held].map(({ contentType }) => contentType),
  ]
  const subtype = chosen ?? subtypeOf(record) ?? guessSubtype(types)

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for every drop
  useEffect(() => {
    if (taken.current === given) return
    taken.current = given
    if (given.length > 0) void uploads.add(given)
  }, [given])

  return (
    <WideDialog title={t(titleOf(record))} closeLabel={t('add.close')} onClose={close} size={640}>
      <div className={stackClass(12)}>
        <DocumentFiles uploads={uploads} files={files} />
        {saving.problem !== undefined && <ErrorBanner title={saving.problem} />}
        <Hint role="status" className={styles.state}>
          {saving.isWaiting ? t('add.saving') : ''}
        </Hint>
        {recordClass ? (
          <DocumentForm
            recordClass={recordClass}
            record={record}
            subtype={subtype}
            onSubtype={setChosen}
            serverErrors={saving.fieldErrors}
            isPending={saving.isPending}
            onSubmit={(data) => saving.submit(data, subtype)}
            onTyped={() => setTyped(true)}
            onLater={close}
          />
        ) : (
          <SkeletonRows rows={4} label={t('add.loading')} />
        )}
        {question}
      </div>
    </WideDialog>
  )
}
