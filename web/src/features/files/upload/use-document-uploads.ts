import { fileLimits } from '@ulna/contract/files/files'
import type { RecordFile, RecordRow } from '@ulna/contract/records/records'
import { useEffect, useRef, useState } from 'react'
import { newIdempotencyKey } from '../../../api/http/http-client.ts'
import { reportError } from '../../../api/practice/app-errors.ts'
import { concernsPage } from '../../../api/session/report-error.ts'
import { createDocument, usePatientChanged } from '../files.queries.ts'
import { checkFile, type FileFault, headBytes } from './file-check.ts'
import { uploadToResume } from './upload-plan.ts'
import {
  cancelUpload,
  forgetUploads,
  recallUploads,
  startUpload,
  type UploadEntry,
  useUploads,
} from './upload-store.ts'

export interface RefusedFile {
  readonly key: string
  readonly name: string
  readonly size: number
  readonly fault: FileFault
}

interface Accepted {
  readonly file: File
  readonly contentType: string
}

const readHead = async (file: File): Promise<Uint8Array> =>
  new Uint8Array(await file.slice(0, headBytes).arrayBuffer())

/** A file that stopped and may go on with this one: it lies there with the upload the server still has. */
const stopped = (file: File, entries: readonly UploadEntry[]): UploadEntry | undefined => {
  const remembered = entries.filter(({ uploader, upload }) => uploader === undefined && upload !== undefined)
  const found = uploadToResume(
    file,
    remembered.flatMap(({ upload }) => upload ?? []),
    new Date(),
  )
  return remembered.find(({ upload }) => upload?.id === found?.id)
}

export interface DocumentUploadsOptions {
  patientId: number
  /** The document that goes on; where it is undefined, the first file makes one. */
  record: RecordRow | undefined
  /** Files of the document, as the open file of the patient knows them. */
  files: readonly RecordFile[]
  onCreated: (record: RecordRow) => void
}

/** Takes files into a document: refuses what cannot be taken, makes the document with the first, uploads the rest. */
export const useDocumentUploads = ({ patientId, record, files, onCreated }: DocumentUploadsOptions) => {
  const changed = usePatientChanged(patientId)
  const entries = useUploads(record?.id)
  const [refused, setRefused] = useState<readonly RefusedFile[]>([])
  const [held, setHeld] = useState<readonly Accepted[]>([])
  const [isStarting, setStarting] = useState(false)
  const [startError, setStartError] = useState<unknown>()
  const wish = useRef(newIdempotencyKey())

  useEffect(() => {
    if (record) void recallUploads(record.id)
  }, [record])

  const uploadAll = (recordId: number, accepted: readonly Accepted[]): void => {
    for (const { file, contentType } of accepted)
      startUpload({ recordId, file, contentType, resumes: stopped(file, entries), onDone: changed })
  }

  /** The document is made with its first files; they are held until it is there. */
  const start = async (accepted: readonly Accepted[]): Promise<void> => {
    setHeld(accepted)
    setStarting(true)
    setStartError(undefined)
    try {
      const made = await createDocument(patientId, wish.current)
      onCreated(made)
      uploadAll(made.id, accepted)
      setHeld([])
      changed()
    } catch (error) {
      if (concernsPage(error)) reportError(error)
      setStartError(error)
    } finally {
      setStarting(false)
    }
  }

  const check = async (file: File, room: number): Promise<Accepted | RefusedFile> => {
    const found = await readHead(file).then(
      (head) => checkFile(file, head),
      () => ({ fault: 'unreadable' as const }),
    )
    const about = { key: newIdempotencyKey(), name: file.name, size: file.size }
    if ('fault' in found) return { ...about, fault: found.fault }
    const isMore = room <= 0 && !stopped(file, entries)
    return isMore ? { ...about, fault: 'tooMany' } : { file, contentType: found.type }
  }

  const add = async (chosen: readonly File[]): Promise<void> => {
    const taken = files.length + entries.filter(({ state }) => state.phase !== 'done').length + held.length
    const checked = await Promise.all(
      chosen.map((file, index) => check(file, fileLimits.perRecord - taken - index)),
    )
    setRefused((before) => [...before, ...checked.filter((one) => 'fault' in one)])
    const accepted = checked.filter((one) => 'file' in one)
    if (accepted.length === 0) return
    if (record) uploadAll(record.id, accepted)
    else await start([...held, ...accepted])
  }

  const listed = new Set(files.map(({ id }) => id))
  const settled = entries.filter(({ state }) => state.uploaded && listed.has(state.uploaded.id))
  const settledKeys = settled.map(({ key }) => key).join()
  useEffect(() => {
    if (settledKeys !== '') forgetUploads(settledKeys.split(','))
  }, [settledKeys])

  return {
    add,
    entries: entries.filter((entry) => !settled.includes(entry)),
    refused,
    dismiss: (key: string) => setRefused((before) => before.filter((one) => one.key !== key)),
    cancel: (entry: UploadEntry) => cancelUpload(entry).catch(() => undefined),
    held,
    isStarting,
    startError,
    retryStart: () => void start(held),
  }
}
