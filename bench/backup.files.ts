import { createHash, randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type pg from 'pg'
import type { Practice } from './practice.ts'

/** As large as a photo of a telephone. */
const fileBytes = 3_000_000

interface BenchFile {
  readonly uid: string
  readonly recordId: number
  readonly patientId: number
  readonly sha256: string
  readonly key: string
}

const insertFiles = `
  insert into files (practice_id, uid, record_id, patient_id, author_id, file_name, content_type, kind, byte_size, sha256,
    state, storage_type, storage_key)
  select $1, f.uid, f."recordId", f."patientId", $2, 'informe.pdf', 'application/pdf', 'pdf', $3, f.sha256, 'ready', 'local', f.key
  from json_to_recordset($4) as f(uid uuid, "recordId" bigint, "patientId" bigint, sha256 text, key text)`

/** Files of bytes that no compression makes smaller, one to a record, with the rows that name them. */
export const seedFiles = async (
  owner: pg.Client,
  { practiceId, doctorId }: Practice,
  dataDirectory: string,
  bytes: number,
): Promise<number> => {
  const count = Math.round(bytes / fileBytes)
  const { rows: records } = await owner.query<{ id: string; patient: string }>(
    'select id, patient_id as patient from records where practice_id = $1 order by id limit $2',
    [practiceId, count],
  )
  const files: BenchFile[] = []
  for (const { id, patient } of records) {
    const uid = crypto.randomUUID()
    const key = `${practiceId}/${patient}/${uid}/document`
    const content = randomBytes(fileBytes)
    const file = path.join(dataDirectory, 'files', key)
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(file, content)
    const sha256 = createHash('sha256').update(content).digest('hex')
    files.push({ uid, recordId: Number(id), patientId: Number(patient), sha256, key })
  }
  await owner.query(insertFiles, [practiceId, doctorId, fileBytes, JSON.stringify(files)])
  return files.length
}
