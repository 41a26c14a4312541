import type { RecordFile } from '@ulna/contract/records/records'
import { sql } from 'kysely'
import { wire, wireObject } from '../../platform/database/wire.ts'

/** `f` the file, `d` its author. */
export const fileWire = wireObject<RecordFile>({
  id: wire.number('f.id'),
  uid: wire.plain('f.uid'),
  recordId: wire.number('f.record_id'),
  author: sql.ref('d.wire_author'),
  fileName: wire.text('f.file_name'),
  contentType: wire.plain('f.content_type'),
  kind: wire.plain('f.kind'),
  size: wire.number('f.byte_size'),
  sha256: wire.optionalPlain('f.sha256'),
  width: wire.optionalNumber('f.width'),
  height: wire.optionalNumber('f.height'),
  state: wire.plain('f.state'),
  problem: wire.optionalPlain('f.problem'),
  dicom: wire.optionalJson('f.dicom'),
  storageType: wire.plain('f.storage_type'),
  rawStoragePath: wire.plain('f.storage_key'),
  version: sql`2`,
  createdAt: wire.instant('f.created_at'),
})
