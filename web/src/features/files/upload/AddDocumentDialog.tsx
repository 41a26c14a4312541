import { Button } from '@mantine/core'
import type { FieldError } from '@ulna/contract/errors'
import { fileLimits } from '@ulna/contract/files/files'
import type { RecordClass } from '@ulna/contract/record-class/record-class'
import type { RecordFile, RecordRow } from '@ulna/contract/records/records'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, isTemporary } from '../../../api/http/api-error.ts'
import { queueInfo } from '../../../api/http/messages.ts'
import { useUnsaved } from '../../../api/practice/unsaved-changes.ts'
import { useErrorText } from '../../../api/session/use-error-text.ts'
import { useLeaveQuestion } from '../../../blocks/form/use-leave-question.tsx'
import type { FormValues } from '../../../blocks/record-form/form/form-values.ts'
import { useDates } from '../../../i18n/dates/use-dates.ts'
import { Hint, hintClass } from '../../../ui/base/Hint.tsx'
import { Row } from '../../../ui/base/Row.tsx'
import { ErrorBanner } from '../../../ui/ErrorBanner.tsx'
import { CameraIcon, UploadIcon } from '../../../ui/icons/other-icons.tsx'
import { SkeletonRows } from '../../../ui/Skeletons.tsx'
import { WideDialog } from '../../../ui/WideDialog.tsx'
import { useSayDocument } from '../files.queries.ts'
import styles from './AddDocumentDialog.module.css'
import { DocumentForm } from './DocumentForm.tsx'
import { FileInput } from './FileInput.tsx'
import {
  acceptedFiles,
  acceptedPhotos,
  type DocumentSubtype,
  documentKinds,
  guessSubtype,
} from './file-check.ts'
import { sizeText } from './size-text.ts'
import { UploadList } from './UploadList.tsx'
import type { UploadEntry } from './upload-store.ts'
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

const subtypeOf = (record: RecordRow | undefined): DocumentSubtype | undefined =>
  documentKinds.find((kind) => kind === record?.subtype)

const titleOf = (record: RecordRow | undefined) => {
  if (subtypeOf(record)) return 'add.titleMore'
  return record ? 'add.titleContinue' : 'add.title'
}

interface SavingOptions extends Pick<AddDocumentDialogProps, 'patientId' | 'record' | 'files' | 'onSaved'> {
  /** Files on their way. */
  entries: readonly UploadEntry[]
  /** Whether files wait for the document to be made. */
  holdsFiles: boolean
}

/** Saves what the document is as soon as its files are up. */
const useSaving = ({ patientId, record, files, entries, holdsFiles, onSaved }: SavingOptions) => {
  const { t } = useTranslation('files')
  const { textOf } = useErrorText()
  const saying = useSayDocument(patientId)
  const [wish, setWish] = useState<{ data: FormValues; subtype: DocumentSubtype }>()
  const [problem, setProblem] = useState<string>()
  const [fieldErrors, setFieldErrors] = useState<readonly FieldError[]>([])
  const hasFailed = entries.some(({ state, uploader }) => state.phase === 'failed' || !uploader)
  const isUp = !holdsFiles && entries.every(({ state }) => state.phase === 'done')

  const refuse = (error: unknown): void => {
    const named = error instanceof ApiError ? (error.fieldErrors as readonly FieldError[]) : []
    setFieldErrors(named)
    if (named.length > 0) return
    setProblem(isTemporary(error) ? t('add.notSaved') : `${t('add.notSaved')} ${textOf(error)}`)
  }

  const save = async ({ data, subtype }: { data: FormValues; subtype: DocumentSubtype }, id: number) => {
    const version = subtypeOf(record) ? record?.version : undefined
    try {
      const saved = await saying.mutateAsync({ id, subtype, data, version })
      queueInfo(t('add.saved'))
      onSaved(saved)
    } catch (error) {
      refuse(error)
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the files are up, or one of them failed
  useEffect(() => {
    if (!wish || !record) return
    if (hasFailed) setWish(undefined)
    if (!isUp) return
    setWish(undefined)
    void save(wish, record.id)
  }, [wish, isUp, hasFailed, record])

  return {
    problem,
    fieldErrors,
    isWaiting: wish !== undefined,
    isPending: wish !== undefined || saying.isPending,
    submit: (data: FormValues, subtype: DocumentSubtype): void => {
      setFieldErrors([])
      const hasFiles = holdsFiles || files.length + entries.length > 0
      setProblem(hasFiles ? undefined : t('add.needsFile'))
      if (hasFiles) setWish({ data, subtype })
    },
  }
}

/** Adds a document, or goes on with one: its files upload while what it is gets written down. */
export const AddDocumentDialog = (props: AddDocumentDialogProps) => {
  const { recordClass, record, files, given, onSaved, onClose } = props
  const { t } = useTranslation('files')
  const { textOf } = useErrorText()
  const { language } = useDates()
  const [isTyped, setTyped] = useState(false)
  // What is typed about a document that waits for being completed is kept for whoever comes back.
  const unsaved = useUnsaved(isTyped && record?.subtype !== 'temporal')
  const { question, close } = useLeaveQuestion({
    holdsUnsaved: unsaved.isHeld,
    onForget: unsaved.release,
    onClose,
  })
  const uploads = useDocumentUploads(props)
  const saving = useSaving({
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

  const add = (chosenFiles: File[]) => void uploads.add(chosenFiles)
  return (
    <WideDialog title={t(titleOf(record))} closeLabel={t('add.close')} onClose={close} size={640}>
      <div className={styles.dialog}>
        <Row className={styles.place}>
          <FileInput accept={acceptedFiles} multiple onChoose={add}>
            <UploadIcon />
            {t('add.choose')}
          </FileInput>
          <FileInput accept={acceptedPhotos} camera onChoose={add}>
            <CameraIcon />
            {t('add.camera')}
          </FileInput>
          <Hint>{t('add.hint', { limit: sizeText(fileLimits.bytes, language) })}</Hint>
        </Row>
        {uploads.startError !== undefined && (
          <ErrorBanner
            title={t('add.notStarted')}
            action={
              <Button variant="default" loading={uploads.isStarting} onClick={uploads.retryStart}>
                {t('viewer.retry')}
              </Button>
            }
          >
            {textOf(uploads.startError)}
          </ErrorBanner>
        )}
        <UploadList
          entries={uploads.entries}
          refused={uploads.refused}
          onDismiss={uploads.dismiss}
          onCancel={(entry) => void uploads.cancel(entry)}
          onChooseAgain={add}
        />
        {files.length > 0 && (
          <ul className={styles.there} aria-label={t('add.files')}>
            {files.map((file) => (
              <li key={file.id}>
                {file.fileName} <span className={hintClass}>{sizeText(file.size, language)}</span>
              </li>
            ))}
          </ul>
        )}
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
