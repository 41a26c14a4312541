import type { ImportRemark } from '@ulna/contract/imports/imports'
import { importHints } from '@ulna/contract/imports/imports.fields'
import { AppError } from '../../platform/app-error.ts'
import { csvTable } from '../../platform/files/csv-file.ts'
import { attachment } from '../../platform/http/attachment.ts'
import { FileAnswer } from '../../platform/http/route.ts'
import { textsOf } from '../../platform/locale-texts.ts'
import type { PracticeActor } from '../../platform/sessions/actor.ts'
import { audited, type Database, view } from '../../platform/use-case.ts'
import { mayImport } from './imports.policy.ts'
import { findImport } from './imports.repository.ts'
import { findFaultyRows } from './imports.rows.repository.ts'

/** Where the words of a fault stand: those that files alone have, and those of any form. */
const faultText = (key: string): string => `${key.startsWith('import_') ? 'importErrors' : 'error'}:${key}`

const isHint = (key: string): boolean => importHints.some((hint) => hint === key)

/**
 * The rows with faults as they came, with one more column that says in the language of who asks what to put right. The
 * column is none that is known, so the file may come back as it is.
 */
export const exportFaults = async (db: Database, actor: PracticeActor, id: number): Promise<FileAnswer> => {
  const text = textsOf(actor.language, 'imports')
  const sayOf = ({ field, key, params }: ImportRemark): string => {
    const values = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]))
    const said = text(isHint(key) ? `hint.${key}` : faultText(key), values)
    return field === null ? said : `${text(`field.${field}`)}: ${said}`
  }
  const { stored, rows } = await view(db, actor, async (tx) => {
    const found = await findImport(tx, actor.practiceId, id)
    if (!found) throw new AppError('not_found')
    mayImport(actor, found.kind)
    const faulty = await findFaultyRows(tx, { practiceId: actor.practiceId, importId: id })
    const detail = { count: faulty.length }
    return audited(
      { action: 'import.faults_exported', subject: { type: 'import', id }, detail },
      { stored: found, rows: faulty },
    )
  })
  const width = stored.matching.columns.length
  const header = [...stored.matching.columns.map((column) => column.header), text('faults.column')]
  const lines = rows.map(({ cells, faults }) => [
    ...Array.from({ length: width }, (_, column) => cells[column] ?? ''),
    faults.map(sayOf).join(' · '),
  ])
  const name = `${stored.fileName.replace(/\.[^.]*$/, '')} - ${text('faults.file')}.csv`
  return new FileAnswer(await csvTable([header, ...lines]), 'text/csv; charset=utf-8', {
    'content-disposition': attachment(name),
  })
}
