import type { ImportBatch, ImportSummary } from '@ulna/contract/imports/imports'
import type { StoredImport } from './imports.repository.ts'

/** An import as a list shows it. */
export const summaryOf = (stored: StoredImport): ImportSummary => ({
  id: stored.id,
  kind: 'patients',
  source: stored.source,
  fileName: stored.fileName,
  size: stored.size,
  sha256: stored.sha256,
  state: stored.state,
  failure: stored.failure,
  counts: stored.counts,
  done: stored.done,
  toDo: stored.toDo,
  created: stored.created,
  spared: stored.spared,
  startedBy: stored.startedByName,
  createdAt: stored.createdAt.toISOString(),
  endedAt: stored.endedAt?.toISOString() ?? null,
  undoUntil: stored.undoUntil?.toISOString() ?? null,
})

/** An import whole. */
export const batchOf = (stored: StoredImport): ImportBatch => {
  const { sheets, ...reading } = stored.reading
  const { columns, preset, preview, dates } = stored.matching
  return {
    ...summaryOf(stored),
    reading,
    sheets: [...sheets],
    columns: [...columns],
    preset,
    preview: preview.map((row) => [...row]),
    dates: [...dates],
  }
}
