import type { IssuedPaper, PaperScope } from '@ulna/contract/papers/papers'
import type { FilePart } from '@ulna/contract/patient-copies/patient-copies.reserved'
import { withoutScoresOf } from '@ulna/contract/record-class/record-class.reserved'
import type { RecordRow } from '@ulna/contract/records/records'
import { AppError } from '../../platform/app-error.ts'
import { attachment } from '../../platform/http/attachment.ts'
import { FileAnswer } from '../../platform/http/route.ts'
import { renderPaper } from '../../platform/papers/papers.ts'
import type { PracticeActor } from '../../platform/sessions/actor.ts'
import { audited, lookUp, view } from '../../platform/use-case.ts'
import { wordsIn } from '../../platform/words.ts'
import { isPicture } from '../files/files.paper.service.ts'
import { signingKeyOf } from './keys/papers.keys.service.ts'
import { type GatheredPaper, gatherPaper } from './papers.content.service.ts'
import type { PaperDependencies, PaperWish } from './papers.dependencies.ts'
import { type PaperContent, paperModel } from './papers.model.ts'
import { type PlacedFile, picturesOnPaper, readPictures } from './papers.pictures.ts'
import { type PaperDraft, patientOf, publishPaper, type Rendered } from './papers.publish.service.ts'
import { findPaper } from './papers.repository.ts'

/** The files of the records that are printed. */
const placedFiles = ({ records, files }: GatheredPaper, { withPictures }: PaperWish): PlacedFile[] => {
  const printed = new Set(records.map(({ id }) => id))
  return files
    .filter(({ recordId }) => printed.has(recordId))
    .map((file) => ({ ...file, shown: withPictures && isPicture(file) }))
}

const render = async (
  dependencies: PaperDependencies,
  actor: PracticeActor,
  { gathered, wish, code }: { gathered: GatheredPaper; wish: PaperWish; code: string },
): Promise<Rendered> => {
  const language = wish.language ?? actor.language
  const [key, words] = await Promise.all([signingKeyOf(dependencies, actor, gathered), wordsIn(language)])
  const content: PaperContent = {
    ...gathered,
    scope: wish.scope,
    timezone: actor.timezone,
    language,
    files: placedFiles(gathered, wish),
    issuedAt: gathered.at,
    code,
    verifyUrl: `${dependencies.appUrl()}/verify`,
  }
  const model = paperModel(content, words)
  const signing = { ...key, name: gathered.practiceName, reason: model.title }
  const pictures = readPictures(dependencies.files, picturesOnPaper(content))
  return { key, ...(await renderPaper({ model, pictures, signing })) }
}

/** What stays off a paper: answers, by the form and the field, what stands beside them, and documents and files by their ids. */
export interface StaysOff {
  readonly answer: (classId: string, fieldId: string) => boolean
  readonly parts: ReadonlySet<FilePart>
  readonly records: ReadonlySet<number>
  readonly files: ReadonlySet<number>
}

const nothingOff: StaysOff = {
  answer: () => false,
  parts: new Set(),
  records: new Set(),
  files: new Set(),
}

/** The name of a case, by which its sessions call it, and the title of a document are answers too. */
const recordWithout = (record: RecordRow, { answer: staysOff, parts, records }: StaysOff): RecordRow => {
  const { data, recordClassId } = record
  const isOff = records.has(record.id)
  const voidReason = isOff || parts.has('voidReasons') ? null : record.voidReason
  if (data === null) return { ...record, voidReason }
  const kept = Object.entries(data).filter(([field]) => !isOff && !staysOff(recordClassId, field))
  const name = isOff || staysOff(recordClassId, 'name') ? null : record.name
  return { ...record, name, voidReason, data: Object.fromEntries(kept) as typeof data }
}

/** A score is counted from answers: where one of them stays off it would tell what that was, or be wrong. */
const formWithout =
  (gathered: GatheredPaper, { answer }: StaysOff): GatheredPaper['classOf'] =>
  (record) => {
    const form = gathered.classOf(record)
    return form && withoutScoresOf(form, (field) => answer(form.classId, field))
  }

const withoutWithheld = (gathered: GatheredPaper, staysOff: StaysOff): GatheredPaper => {
  const { parts, records: recordsOff, files: filesOff } = staysOff
  const records = gathered.records.map((record) => recordWithout(record, staysOff))
  const unnamed = new Set(records.flatMap(({ id, name }) => (name === null ? [id] : [])))
  const cases = new Map([...gathered.cases].map(([id, name]) => [id, unnamed.has(id) ? '' : name]))
  const isOn = ({ recordId }: { readonly recordId: number }): boolean => !recordsOff.has(recordId)
  const files = gathered.files.filter(isOn)
  return {
    ...{ ...gathered, records, cases, classOf: formWithout(gathered, staysOff) },
    addenda: parts.has('addenda') ? [] : gathered.addenda.filter(isOn),
    signatures: gathered.signatures.filter(isOn),
    files: files.filter(({ id }) => !filesOff.has(id)),
    off: {
      records: recordsOff,
      files: files.filter(({ id }) => filesOff.has(id)).map(({ recordId }) => recordId),
    },
  }
}

/** Issues a paper of records, without what stays off it. */
export const issuePaper = async (
  dependencies: PaperDependencies,
  actor: PracticeActor,
  patientId: number,
  wish: PaperWish,
  staysOff: StaysOff = nothingOff,
): Promise<IssuedPaper> => {
  const { db, classes, rateLimits } = dependencies
  await rateLimits.take(['papersIssued', `user ${actor.userId}`])
  const all = await lookUp(db, actor, (tx) => gatherPaper(tx, actor, classes, { patientId, wish }))
  const gathered = withoutWithheld(all, staysOff)
  const draft: PaperDraft = {
    patientId,
    scope: wish.scope,
    recordId: wish.scope === 'file' ? null : (wish.recordId ?? null),
    language: wish.language ?? actor.language,
    stands: gathered.stands,
    practiceUid: gathered.practiceUid,
    at: gathered.at,
  }
  return publishPaper(dependencies, actor, draft, (code) =>
    render(dependencies, actor, { gathered, wish, code }),
  )
}

const isSheet = ({ scope }: { readonly scope: PaperScope }): boolean =>
  scope === 'receipt' || scope === 'attendance' || scope === 'erasure'

/** The bytes of a paper that was just issued, to go into something that leaves a row of its own in the trail. */
export const bytesOfPaper = async (
  { db, files }: PaperDependencies,
  actor: PracticeActor,
  id: number,
): Promise<Buffer> => {
  const paper = await lookUp(db, actor, (tx) => findPaper(tx, actor.practiceId, id))
  if (!paper) throw new AppError('not_found')
  return files.get(paper.storageKey)
}

/** A PDF that was issued, of a kind that is asked for; file_not_found once its day is over. */
const readIssued = async (
  { db, files }: PaperDependencies,
  actor: PracticeActor,
  id: number,
  isAskedFor: (paper: { readonly scope: PaperScope }) => boolean,
): Promise<FileAnswer> => {
  const paper = await view(db, actor, async (tx) => {
    const found = await findPaper(tx, actor.practiceId, id)
    if (!found || !isAskedFor(found)) throw new AppError('not_found')
    const subject = { type: 'paper', id }
    return audited({ action: 'paper.read', patientId: patientOf(found), subject }, found)
  })
  const { size, bytes } = await files.open(paper.storageKey)
  return new FileAnswer(bytes, 'application/pdf', {
    'content-length': String(size),
    'content-disposition': attachment(`ulna-${paper.id}.pdf`),
  })
}

export const readPaper = (deps: PaperDependencies, actor: PracticeActor, id: number): Promise<FileAnswer> =>
  readIssued(deps, actor, id, () => true)

/** The PDF of a sheet; not_found for a paper of records. */
export const readSheet = (deps: PaperDependencies, actor: PracticeActor, id: number): Promise<FileAnswer> =>
  readIssued(deps, actor, id, isSheet)
