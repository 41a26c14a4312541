import { appointmentEndpoints } from '@ulna/contract/appointments/appointments'
import { draftEndpoints } from '@ulna/contract/drafts/drafts'
import { importEndpoints } from '@ulna/contract/imports/imports'
import { patientArchiveEndpoints } from '@ulna/contract/patient-archive/patient-archive'
import { patientEndpoints } from '@ulna/contract/patients/patients'
import { recordEndpoints } from '@ulna/contract/records/records'
import { addendumEndpoints } from '@ulna/contract/records/records.addenda'
import { retentionEndpoints } from '@ulna/contract/retention/retention'
import { waitListEndpoints } from '@ulna/contract/wait-list/wait-list'
import { sql } from 'kysely'
import type { TestApp } from '../build-test-app.ts'
import { callEndpoint, UploadBody } from '../client.ts'
import { bookAppointment, caseInput, createPatient, followUpInput, writeRecord } from './clinical.ts'
import { addFile, documentInput, partOf, pdf, photo, sendPart, start } from './files.ts'
import { sellPackage } from './packages.ts'
import { issuePaper } from './papers.ts'
import type { TestPerson } from './people.ts'
import { insertReceipt, issueReceipt } from './receipts.ts'
import { askToSign, signByTyping } from './signatures.ts'

/** A file that says a word in every corner, of a patient who was last here on a day long ago. */
export interface WholeFile {
  readonly patientId: number
  /** Of the family, and served by one of the packages. */
  readonly childId: number
  readonly caseId: number
  readonly signedId: number
  readonly appointmentId: number
  readonly fileId: number
  readonly paperId: number
  readonly paperCode: string
  readonly sealId: string
  readonly packageId: number
  readonly sharedPackageId: number
  readonly newReceiptId: number
  readonly oldReceiptId: number
}

const ok = (answer: { status: number; text: string }): void => {
  if (answer.status >= 300) throw new Error(`answered ${answer.status}: ${answer.text}`)
}

const longAgo = '2012-05-07'

const importFile = async (app: TestApp, { token }: TestPerson, word: string, others: readonly string[]) => {
  const lines = ['Nombre;Apellidos;Documento', `${word};${word};${word}-7`, ...others]
  const begun = await callEndpoint(app, importEndpoints.start, {
    token,
    query: { fileName: `pacientes.csv`, source: 'Excel' },
    body: new UploadBody(Buffer.from(`${lines.join('\n')}\n`), 'application/octet-stream'),
  })
  ok(begun)
  const { id } = begun.payload as { id: number }
  for (const step of [importEndpoints.examine, importEndpoints.run]) {
    ok(await callEndpoint(app, step, { token, params: { id } }))
    await app.runJobs()
  }
  const { rows } = await sql<{ id: number }>`
    select patient_id as id from import_rows where import_id = ${id} and row_number = 2`.execute(
    app.owner.queries,
  )
  return Number(rows[0]?.id)
}

const fill = async (app: TestApp, by: TestPerson, patientId: number, word: string): Promise<void> => {
  const { token } = by
  ok(
    await callEndpoint(app, patientEndpoints.update, {
      token,
      params: { id: patientId },
      body: {
        birthDate: '1970-02-03',
        phone: '600',
        email: `${word.toLowerCase()}@example.test`,
        address: `Calle ${word}`,
        note: word,
        clinicSummary: word,
        profileImg: { data: `data:image/png;base64,${(await photo().png().toBuffer()).toString('base64')}` },
      },
    }),
  )
  ok(
    await callEndpoint(app, waitListEndpoints.create, {
      token,
      body: { patientId, minutes: 45, note: word },
    }),
  )
  ok(
    await callEndpoint(app, draftEndpoints.save, {
      token,
      params: { patientId, key: 'new:case_default' },
      body: { data: { name: word } },
    }),
  )
}

const holdAndLift = async (app: TestApp, { token }: TestPerson, patientId: number, word: string) => {
  const held = await callEndpoint(app, retentionEndpoints.hold, {
    token,
    params: { patientId },
    body: { reason: word },
  })
  ok(held)
  ok(
    await callEndpoint(app, retentionEndpoints.lift, {
      token,
      params: { id: (held.payload as { id: number }).id },
      body: { reason: word },
    }),
  )
}

const visit = async (app: TestApp, by: TestPerson, patientId: number, word: string) => {
  const booked = await bookAppointment(app, by, {
    patientId,
    start: `${longAgo}T15:00:00Z`,
    end: `${longAgo}T15:30:00Z`,
    title: word,
    note: word,
    patientNote: word,
    status: 'attended',
    allowOverlap: true,
  })
  return booked.id
}

/** Another's visit that was this patient's before. */
const givenAway = async (app: TestApp, by: TestPerson, from: number, to: number) => {
  const { id } = await bookAppointment(app, by, {
    patientId: from,
    start: `${longAgo}T17:00:00Z`,
    end: `${longAgo}T17:30:00Z`,
    allowOverlap: true,
  })
  ok(
    await callEndpoint(app, appointmentEndpoints.update, {
      token: by.token,
      params: { id },
      body: { patientId: to },
    }),
  )
}

const treat = async (app: TestApp, by: TestPerson, patientId: number, word: string) => {
  const { token } = by
  const found = await writeRecord(app, by, { ...caseInput(patientId, { name: word }), date: longAgo })
  await writeRecord(app, by, {
    ...followUpInput(patientId, found.id, { patientObs: word }),
    date: longAgo,
  })
  ok(
    await callEndpoint(app, addendumEndpoints.create, {
      token,
      params: { id: found.id },
      body: { text: word },
    }),
  )
  ok(
    await callEndpoint(app, recordEndpoints.update, {
      token,
      params: { id: found.id },
      body: { caseStatus: 'closed', caseOutcome: 'recovered', caseClosedOn: longAgo },
    }),
  )
  return found.id
}

const documents = async (app: TestApp, by: TestPerson, patientId: number, word: string) => {
  const document = await writeRecord(app, by, { ...documentInput(patientId), date: longAgo })
  const bytes = pdf(0, word)
  const file = await addFile(app, by, {
    recordId: document.id,
    bytes,
    announcing: { name: `${word}.pdf`, type: 'application/pdf' },
  })
  const upload = await start(app, by, document.id, {
    size: bytes.length,
    name: `${word}.pdf`,
    type: 'application/pdf',
  })
  ok(upload)
  ok(await sendPart(app, by, { id: (upload.payload as { id: number }).id, part: 1, bytes: partOf(bytes, 1) }))
  return { documentId: document.id, fileId: file.id }
}

const signed = async (app: TestApp, by: TestPerson, patientId: number, word: string) => {
  const record = await writeRecord(app, by, { ...documentInput(patientId), date: longAgo })
  const { signatures } = await signByTyping(app, by, record, { typedName: word, signerName: word })
  const other = await writeRecord(app, by, { ...documentInput(patientId), date: longAgo })
  await signByTyping(app, by, other, { typedName: word })
  ok(await askToSign(app, by, other, { signed: false, reason: `Se retira por ${word} y error` }))
  return { signedId: record.id, sealId: signatures[0]?.sealId ?? '' }
}

const receipts = async (app: TestApp, by: TestPerson, patientId: number, packageId: number, word: string) => {
  const recent = await issueReceipt(app, by, patientId, { notes: 'reciente' })
  const given = { patientId, packageId, description: word, notes: word }
  const old = await insertReceipt(app, by, given)
  await sql`
    update receipts set issued_on = ${longAgo}::date, issued_at = ${longAgo}::date where id = ${old}`.execute(
    app.owner.queries,
  )
  return { newReceiptId: recent.id, oldReceiptId: old }
}

const archive = async (app: TestApp, { token }: TestPerson, id: number, word: string) =>
  ok(
    await callEndpoint(app, patientArchiveEndpoints.archive, {
      token,
      params: { id },
      body: { reason: word, balanceSeen: true, cancelVisits: true },
    }),
  )

/** Stages a file that says a word in every corner, archived; nothing else of the practice says it. */
export const stageWholeFile = async (app: TestApp, by: TestPerson, word: string): Promise<WholeFile> => {
  const child = await createPatient(app, by, {
    firstName: 'Inés',
    lastName: 'Otra',
    socialId: `${word.length}-child-${by.practiceId}`,
  })
  const patientId = await importFile(app, by, word, ['Zoe;Ajena;Z-1'])
  await fill(app, by, patientId, word)
  await holdAndLift(app, by, patientId, word)
  const appointmentId = await visit(app, by, patientId, word)
  await givenAway(app, by, patientId, child.id)
  const caseId = await treat(app, by, patientId, word)
  const { fileId } = await documents(app, by, patientId, word)
  const { signedId, sealId } = await signed(app, by, patientId, word)
  const own = await sellPackage(app, by, patientId, { description: word, packageData: { notes: word } })
  const shared = await sellPackage(app, by, patientId, { description: 'Familia', patientIds: [child.id] })
  const paid = await receipts(app, by, patientId, own.id, word)
  const { paper } = await issuePaper(app, by, patientId)
  await archive(app, by, patientId, word)
  return {
    ...{ patientId, caseId, signedId, appointmentId, fileId, sealId, ...paid },
    childId: child.id,
    paperId: paper.id,
    paperCode: paper.code,
    packageId: own.id,
    sharedPackageId: shared.id,
  }
}
