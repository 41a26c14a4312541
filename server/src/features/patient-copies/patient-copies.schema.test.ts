import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { appointmentEndpoints } from '@ulna/contract/appointments/appointments'
import { type PatientCopy, patientCopyEndpoints } from '@ulna/contract/patient-copies/patient-copies'
import { patientEndpoints } from '@ulna/contract/patients/patients'
import { receiptEndpoints } from '@ulna/contract/receipts/receipts'
import { addendumEndpoints } from '@ulna/contract/records/records.addenda'
import { waitListEndpoints } from '@ulna/contract/wait-list/wait-list'
import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { callEndpoint } from '../../../test/client.ts'
import { everythingReserved } from '../../../test/copies.ts'
import { bookAppointment, caseInput, createPatient, writeRecord } from '../../../test/factories/clinical.ts'
import { addFile, jpeg, writeDocument } from '../../../test/factories/files.ts'
import { readZip } from '../../../test/factories/moves.ts'
import { sellPackage } from '../../../test/factories/packages.ts'
import { giveSigningKey } from '../../../test/factories/papers.ts'
import { receiptInput } from '../../../test/factories/receipts.ts'
import { signByTyping } from '../../../test/factories/signatures.ts'
import { createScratchDirectory } from '../../../test/scratch-directory.ts'
import { testPractice } from '../../../test/test-practice.ts'

const { app, owner } = await testPractice()
await giveSigningKey(app, owner)
const scratch = await createScratchDirectory()
afterAll(() => scratch.remove())

/** Columns that a copy says as they are stored: what the database keeps is looked for in it, word by word. */
const asStored: Readonly<Record<string, string>> = {
  appointments: 'title note patient_note cancel_reason',
  files: 'file_name sha256',
  patients:
    'first_name last_name file_id birth_date social_id phone mobile email address note clinic_summary language',
  receipts: 'issued_on notes reason',
  records: 'class_id name void_reason',
  session_package_movements: 'reason',
  session_packages: 'description notes cancel_reason',
  signatures: 'signer_name relation',
  wait_list: 'note earliest latest',
}

/** Columns that a copy says in other words: as FHIR, in tables, on paper, as a picture. */
const inOtherWords: Readonly<Record<string, string>> = {
  appointments:
    'start_at end_at confirmed status cancelled_at overlap_reason doctor_id cancelled_late every until parent occurs_on imported_from',
  audit_events: 'at action user_id',
  consent_withdrawals: 'reason withdrawn_at practitioner_name doctor_id record_id',
  files: 'content_type kind byte_size width height record_id author_id created_at',
  patients: 'profile_image_key created_at updated_at',
  receipts: 'series sequence kind payer lines total_minor digits currency method voids_id',
  records:
    'data type subtype occurred_at author_id case_id session_number case_status case_outcome case_closed_on signed voided_at created_at updated_at class_version version',
  session_package_movements: 'kind cause sessions balance occurred_at at package_id',
  session_packages:
    'num_sessions used_sessions price_minor price_digits currency expires_on cancelled_at created_at',
  signatures:
    'seal_id record_id signer practitioner_name practitioner_licence signed_at typed_name image doctor_id record_version',
  wait_list: 'status created_at',
}

/** Columns that stay behind, each with why. */
const stays: Readonly<Record<string, string>> = {
  'appointment_courses.*': 'how visits were planned together; the visits are in it',
  'appointment_mails.*': 'that a mail was sent, gone with the log of mails; what it said is the visit',
  'appointments.id uid version user_id detached allow_overlap created_at updated_at series_id lane blocked':
    'of the agenda, not of the patient',
  'audit_events.strand seq session_id subject_type subject_id detail request_id ip mac practice_key_id erased_mac':
    'links of the trail, and addresses of members',
  'drafts.*': 'typed by a member and not saved: no part of the file yet',
  'erasures.*': 'of somebody whose file is not here any more',
  'files.id uid state problem dicom storage_type storage_key removed_at removed_by': 'where the bytes lie',
  'hand_overs.*': 'to whom the file was handed over: its rows stand among who opened the file',
  'import_rows.*': 'of a file that another system wrote; what was taken over is in it',
  'imported_patients.*': 'the number another system knew them by, for the same import again',
  'issued_papers.*': 'papers that were issued are in somebody’s hands; what they say is in it',
  'patient_copies.*': 'copies that were asked for before',
  'patient_holds.*': 'why the practice keeps the file: of claims, which others bring',
  'patient_aliases.*': 'another number of the file',
  'patient_merges.*': 'that two files became one; what both said is in it',
  'received_hand_overs.*': 'from where records came; each says so itself',
  'patient_versions.*': 'what contact data were before: corrected, so not right any more',
  'patients.id uid version last_control unlocked_until last_unlocked_at last_locked_at mail_reminders archived_at archive_reason archived blocked_at merged_at':
    'how the practice keeps the file',
  'patients.full_name sort_name search_text wire_name wire_row phone_digits':
    'made of the columns beside them',
  'receipts.id issued_at package_id issuer issued_by appointment_id': 'the practice’s side of the receipt',
  'records.id uid voided_by former wire_head wire_content': 'made of the columns beside them',
  'session_package_movements.id record_id appointment_id user_id': 'numbers inside the product',
  'session_package_patients.*': 'whom else of the family a package serves: of others',
  'session_package_uses.*': 'what the movements say already',
  'session_packages.id uid version doctor_id reserved_sessions auto_add expiry_told_on updated_at imported_from':
    'how the practice counts',
  'signatures.id sequence language content format key_id previous seal practitioner_user_id':
    'the seal itself, which is checked by its number',
  'uploads.*': 'a file on its way in, of no record yet',
  'wait_list.id version doctor_id minutes weekdays from_time to_time updated_at':
    'what the practice looks for a time by',
  'appointments.patient_wire_name wire_row': 'made of the columns beside them',
}

const words = (text: string): string[] => text.split(/\s+/).filter(Boolean)

interface Column {
  readonly table: string
  readonly column: string
}

const columnsOfPatients = async (): Promise<Column[]> => {
  const { rows } = await sql<Column>`
    select c.relname as table, a.attname as column from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
      and a.attname not in ('practice_id', 'patient_id')
      and (c.relname = 'patients' or exists (select from pg_attribute p
        where p.attrelid = c.oid and p.attname = 'patient_id'))
    order by 1, a.attnum`.execute(app.owner.queries)
  return rows
}

/** What is said of a column: given as stored, in other words, or left; each once. */
const decisions = (): Map<string, number> => {
  const all = [asStored, inOtherWords].flatMap((one) =>
    Object.entries(one).flatMap(([table, columns]) => words(columns).map((column) => `${table}.${column}`)),
  )
  const left = Object.keys(stays).flatMap((key) => {
    const [table = '', columns = ''] = key.split('.')
    return words(columns).map((column) => `${table}.${column}`)
  })
  const counted = new Map<string, number>()
  for (const one of [...all, ...left]) counted.set(one, (counted.get(one) ?? 0) + 1)
  return counted
}

it('D15 every column of every table that names a patient is in their copy, or stays behind for a reason', async () => {
  const counted = decisions()
  const undecided = (await columnsOfPatients()).flatMap(({ table, column }) => {
    if (counted.has(`${table}.*`)) return []
    return counted.get(`${table}.${column}`) === 1 ? [] : [`${table}.${column}`]
  })
  expect(undecided).toEqual([])
  const stored = new Set((await columnsOfPatients()).map(({ table, column }) => `${table}.${column}`))
  const gone = [...counted.keys()].filter((one) => !one.endsWith('.*') && !stored.has(one))
  expect(gone).toEqual([])
})

/** Somebody of whom every table says something. */
const stagePatient = async (): Promise<number> => {
  const by = { token: owner.token }
  const { id } = await createPatient(app, owner, {
    ...{ firstName: 'Mariana', lastName: 'Ñíguez', birthDate: '1984-02-13', socialId: '12345678Z' },
    ...{
      phone: '915550100',
      mobile: '600111222',
      email: 'mariana@example.test',
      address: 'Calle del Olmo 7',
    },
    ...{ note: 'Prefiere tardes', language: 'es' },
  })
  const image = `data:image/jpeg;base64,${(await jpeg()).toString('base64')}`
  await callEndpoint(app, patientEndpoints.update, {
    ...{ ...by, params: { id } },
    body: {
      clinicSummary: 'Marcapasos desde 2020',
      profileImg: { data: image, fileName: 'yo.jpg', contentType: 'image/jpeg' },
    },
  })
  const diagnosis = await writeRecord(app, owner, caseInput(id, { name: 'Manguito rotador' }))
  await callEndpoint(app, addendumEndpoints.create, {
    ...{ ...by, params: { id: diagnosis.id }, body: { text: 'Vuelve en otoño' } },
  })
  await signByTyping(app, owner, diagnosis)
  const document = await writeDocument(app, owner, id)
  await addFile(app, owner, {
    recordId: document.id,
    bytes: await jpeg(),
    announcing: { name: 'Rodilla de perfil.jpg' },
  })
  const visit = await bookAppointment(app, owner, {
    ...{ patientId: id, title: 'Primera visita', note: 'Llega tarde', patientNote: 'Traer ropa cómoda' },
    ...{ start: '2027-03-02T15:00:00Z', end: '2027-03-02T15:45:00Z' },
  })
  await callEndpoint(app, appointmentEndpoints.update, {
    ...{ ...by, params: { id: visit.id }, body: { status: 'cancelled', cancelReason: 'Está de viaje' } },
  })
  await sellPackage(app, owner, id, {
    description: 'Bono de diez',
    packageData: { notes: 'Paga en dos veces' },
  })
  await callEndpoint(app, receiptEndpoints.issue, {
    ...{ ...by, body: receiptInput(id, { notes: 'Pagó su hija' }) },
  })
  await callEndpoint(app, waitListEndpoints.create, {
    ...by,
    body: {
      ...{ patientId: id, minutes: 45, earliest: '2027-04-05', latest: '2027-05-06' },
      note: 'Antes de las ocho',
    },
  })
  return id
}

const copyOf = async (patientId: number): Promise<string> => {
  const by = { token: owner.token }
  const asked = await callEndpoint(app, patientCopyEndpoints.ask, {
    ...{ ...by, params: { id: patientId } },
    body: { askedOn: '2026-01-15', askedBy: 'patient', identity: 'known' },
  })
  const { id } = asked.payload as PatientCopy
  await callEndpoint(app, patientCopyEndpoints.make, {
    ...by,
    params: { id },
    body: { keptBack: [], given: everythingReserved },
  })
  const link = await callEndpoint(app, patientCopyEndpoints.fetchLink, { ...by, params: { id } })
  const { rawPayload } = await app.server.inject({ url: (link.payload as { url: string }).url })
  const file = path.join(scratch.directory, `${id}.zip`)
  await writeFile(file, rawPayload)
  const files = await readZip(file)
  expect([...files.keys()]).toContain('picture.webp')
  return [...files].map(([name, bytes]) => `${name} ${bytes.toString()}`).join('\n')
}

it('D15 what the database keeps of a patient in words of theirs stands in their copy', async () => {
  const patientId = await stagePatient()
  const said = (await copyOf(patientId)).normalize('NFC')
  const missing: string[] = []
  let found = 0
  for (const [table, columns] of Object.entries(asStored))
    for (const column of words(columns)) {
      const key = table === 'patients' ? 'id' : 'patient_id'
      const { rows } = await sql<{ value: string }>`
        select distinct ${sql.ref(column)}::text as value from ${sql.table(table)}
        where practice_id = ${owner.practiceId} and ${sql.ref(key)} = ${patientId} and ${sql.ref(column)} is not null`.execute(
        app.owner.queries,
      )
      found += rows.length
      for (const { value } of rows) if (!said.includes(value)) missing.push(`${table}.${column}: ${value}`)
    }
  expect(missing).toEqual([])
  expect(found).toBeGreaterThan(25)
  expect(said).toContain('Vuelve en otoño')
})
