import { createHash, randomBytes, randomUUID } from 'node:crypto'
import path from 'node:path'
import { appointmentEndpoints } from '@ulna/contract/appointments'
import { calendarFeedEndpoints } from '@ulna/contract/calendar-feeds'
import { draftEndpoints } from '@ulna/contract/drafts'
import type { Upload } from '@ulna/contract/files'
import { moduleEndpoints } from '@ulna/contract/modules'
import { patientConsentEndpoints } from '@ulna/contract/patient-consents'
import type { RecordRow } from '@ulna/contract/records'
import { addendumEndpoints } from '@ulna/contract/records.addenda'
import type { Role } from '@ulna/contract/roles'
import { type Absence, absenceEndpoints, scheduleEndpoints } from '@ulna/contract/schedules'
import { sessionPackageEndpoints } from '@ulna/contract/session-packages'
import { signatureEndpoints } from '@ulna/contract/signatures'
import { type Snippet, snippetEndpoints } from '@ulna/contract/snippets'
import { type WaitingPatient, waitListEndpoints } from '@ulna/contract/wait-list'
import { codeOf } from '../../src/features/papers/papers.code.ts'
import { imageKey } from '../../src/features/patients/patients.image.ts'
import { localFileStore } from '../../src/platform/file-store.local.ts'
import { createLinkTokens } from '../../src/platform/link-tokens.ts'
import { deriveKey, newToken } from '../../src/platform/tokens.ts'
import { type TestApp, testSecret } from '../build-test-app.ts'
import { callEndpoint } from '../client.ts'
import {
  bookAppointment,
  caseInput,
  createPatient,
  followUpInput,
  historyInput,
  writeRecord,
} from '../factories/clinical.ts'
import { giveConsent } from '../factories/consents.ts'
import { documentInput, pdf, sendPart, start } from '../factories/files.ts'
import { ownModuleDocument } from '../factories/own-module.ts'
import { sellPackage } from '../factories/packages.ts'
import { giveSigningKey, insertPaper } from '../factories/papers.ts'
import type { TestPerson } from '../factories/people.ts'
import { insertReceipt } from '../factories/receipts.ts'
import { mintToken } from './minted-session.ts'

/** A white square of two pixels a side, as data URL. */
export const tinyPicture =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADklEQVQImWP4DwYMEAoAU7oL9W/sIDEAAAAASUVORK5CYII='

/** Things of one practice: ids that a call may name, and texts that only this practice may ever read. */
export interface PracticeScene {
  readonly practiceId: number
  readonly doctorId: number
  readonly username: string
  readonly password: string
  readonly patientId: number
  /** A second patient without records and appointments. */
  readonly emptyPatientId: number
  readonly historyId: number
  readonly caseId: number
  readonly followUpId: number
  readonly appointmentId: number
  /** The first appointment of a series. */
  readonly occurrenceId: number
  /** A change of a series, by the person whose scene it is, that can be taken back. */
  readonly undoId: number
  /** Of the one who books. */
  readonly absenceId: number
  /** A text of the one who writes. */
  readonly snippetId: number
  /** Of sessions of the first patient; the follow-up counts on it. */
  readonly packageId: number
  /** A receipt of the package and its paper, and one that can still be voided. */
  readonly receiptId: number
  readonly sheetId: number
  readonly voidableId: number
  /** On the wait list. */
  readonly waitingId: number
  /** A practitioner of the practice besides the one whose scene it is. */
  readonly memberId: number
  readonly memberUserId: number
  /** An open invitation of the practice, and its link. */
  readonly invitationId: number
  readonly invitationToken: string
  /** Invitations of another practice: two to the person whose scene it is, and one for whoever has the link. */
  readonly acceptableId: number
  readonly declinableId: number
  readonly joinToken: string
  /** A document of the clinician, a temporary one, and a picture of the first that is ready. */
  readonly documentId: number
  readonly temporaryId: number
  readonly fileId: number
  /** Uploads to the document whose one part has arrived: one goes on, one is given up. */
  readonly uploadId: number
  readonly abortableId: number
  /** Of the link to the picture for the clinician. */
  readonly fileToken: string
  /** An issued paper of the follow-up, and what is printed on it. */
  readonly paperId: number
  readonly paperCode: string
  /** Of a logo of the practice. */
  readonly logoKey: string
  /** Of the link in mails to the first patient. */
  readonly reminderToken: string
  /** Of the calendar address of the person whose scene it is. */
  readonly feedToken: string
  /** A module the practice has installed. */
  readonly moduleId: string
  /** A module of the practice's own, and the one form of it. */
  readonly ownModuleId: string
  readonly ownClassId: string
  /** Another session, and a passkey, of the person whose scene it is. */
  readonly sessionId: number
  readonly passkeyId: number
  /** A record of a third patient that has a signature and takes more. */
  readonly signing: { readonly patientId: number; readonly recordId: number }
  /** A consent of that patient that counts; another of theirs was taken back. */
  readonly consentId: number
  /** In every text of the scene, and nowhere else. */
  readonly canary: string
}

const clinicalTexts = (canary: string) => ({
  history: { allergies: `Látex ${canary}`, profession: `Docente ${canary}` },
  case: { name: `Manguito rotador ${canary}`, painDescription: `Punzante ${canary}` },
  followUp: { patientObs: `Duerme mejor ${canary}`, exercises: `Péndulo ${canary}` },
})

const contactOf = (canary: string) => ({
  firstName: `Mariana ${canary}`,
  lastName: `Gómez ${canary}`,
  fileId: `F ${canary}`,
  birthDate: '1985-04-03',
  socialId: `CC ${canary}`,
  phone: `300 ${canary}`,
  mobile: `310 ${canary}`,
  email: `${canary}@patients.test`,
  address: `Calle 10 ${canary}`,
  note: `Nota ${canary}`,
})

/** The picture of a patient, behind the API: a process of its own would decode it, which is half of what a scene takes. */
const stagePortrait = async (app: TestApp, practiceId: number, patientId: number, canary: string) => {
  const key = `practice-${practiceId}/profile/${randomUUID()}`
  const files = localFileStore(app.filesDirectory)
  for (const size of ['thumb', 'hires'] as const)
    await files.put(imageKey(key, size), Buffer.from(`a portrait ${canary}`))
  await app.owner.queries
    .updateTable('patients')
    .set({ profile_image_key: key })
    .where('practice_id', '=', practiceId)
    .where('id', '=', patientId)
    .execute()
}

/** When the n-th scene of a test file books, so that scenes of one doctor do not overlap. */
const slot = (n: number) => ({
  start: new Date(Date.UTC(2030, 0, 1 + n, 15)).toISOString(),
  end: new Date(Date.UTC(2030, 0, 1 + n, 16)).toISOString(),
})

/** An account that nobody can sign in to. */
export const insertUser = async (app: TestApp, tag: string, name: string): Promise<number> => {
  const row = await app.owner.queries
    .insertInto('users')
    .values({
      username: `${name}-${tag}`,
      email: `${name}-${tag}@example.test`,
      first_name: 'Persona',
      last_name: name,
      language: 'es',
      activated_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** A member that nobody signs in as. */
export const insertMember = async (
  app: TestApp,
  practiceId: number,
  userId: number,
  role: Role,
): Promise<number> => {
  const doctor = await app.owner.queries
    .insertInto('doctors')
    .values({ practice_id: practiceId, user_id: userId, first_name: 'Miembro', last_name: role })
    .returning('id')
    .executeTakeFirstOrThrow()
  const member = await app.owner.queries
    .insertInto('memberships')
    .values({ practice_id: practiceId, user_id: userId, doctor_id: doctor.id, role, clinical: true })
    .returning('id')
    .executeTakeFirstOrThrow()
  return member.id
}

interface InvitationWish {
  readonly practiceId: number
  readonly invitedBy: number
  readonly email: string
  readonly userId: number | null
  readonly role?: Role
}

/** An open invitation written behind the API. */
export const insertInvitation = async (app: TestApp, wish: InvitationWish): Promise<number> => {
  const row = await app.owner.queries
    .insertInto('invitations')
    .values({
      practice_id: wish.practiceId,
      email: wish.email,
      user_id: wish.userId,
      by_address: true,
      role: wish.role ?? 'practitioner',
      clinical: true,
      language: 'es',
      invited_by: wish.invitedBy,
      expires_at: new Date(Date.now() + 86_400_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

const links = createLinkTokens(deriveKey(testSecret, 'links in mails'))

const stageMembers = async (app: TestApp, by: TestPerson, canary: string) => {
  const memberUserId = await insertUser(app, randomUUID(), 'miembro')
  const memberId = await insertMember(app, by.practiceId, memberUserId, 'practitioner')
  const email = `invitada-${canary}@example.test`
  const open = { practiceId: by.practiceId, invitedBy: by.userId, email, userId: null }
  const invitationId = await insertInvitation(app, open)
  return {
    memberId,
    memberUserId,
    invitationId,
    invitationToken: links.sign('invitation', [by.practiceId, invitationId, 1]),
  }
}

/** A practice that invites: what an answer to it does, it does elsewhere. */
const stageHost = async (app: TestApp, by: TestPerson) => {
  const tag = randomUUID()
  const hostId = await insertUser(app, tag, 'anfitriona')
  const { id: practiceId } = await app.owner.queries
    .insertInto('practices')
    .values({ name: 'Anfitriona', timezone: 'Europe/Madrid', locale: 'es' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertMember(app, practiceId, hostId, 'owner')
  const invite = (name: string, userId: number | null) =>
    insertInvitation(app, { practiceId, invitedBy: hostId, email: `${name}-${tag}@example.test`, userId })
  const joinId = await invite('unirse', null)
  return {
    acceptableId: await invite('aceptar', by.userId),
    declinableId: await invite('declinar', by.userId),
    joinToken: links.sign('invitation', [practiceId, joinId, 1]),
  }
}

/** Hours of the one who books, and an absence long before everything else. */
const stageSchedule = async (app: TestApp, { doctorId, token }: TestPerson, canary: string) => {
  await callEndpoint(app, scheduleEndpoints.update, {
    token,
    params: { doctorId },
    body: { hours: [{ weekday: 1, from: '00:00', to: '24:00' }] },
  })
  const answer = await callEndpoint(app, absenceEndpoints.create, {
    token,
    body: {
      doctorId,
      start: '2029-12-30T05:00:00Z',
      end: '2029-12-31T05:00:00Z',
      title: `Vacaciones ${canary}`,
    },
  })
  if (answer.status !== 201) throw new Error(`absence answered ${answer.status}: ${answer.text}`)
  return { absenceId: (answer.payload as Absence).id }
}

/** A picture of a document, with bytes that nothing has to look at. */
const stagePicture = async (app: TestApp, by: TestPerson, document: RecordRow, canary: string) => {
  const storageKey = `scene-${by.practiceId}/${randomUUID()}/image_${document.id}_1.jpg`
  const files = localFileStore(app.filesDirectory)
  for (const kind of ['image', 'screen', 'thumb'] as const)
    await files.put(
      storageKey.replace('image_', `${kind}_`).replace('.jpg', kind === 'image' ? '.jpg' : '.webp'),
      Buffer.from(`a picture ${canary}`),
    )
  const file = await app.owner.queries
    .insertInto('files')
    .values({
      practice_id: by.practiceId,
      uid: randomUUID(),
      record_id: document.id,
      patient_id: document.ownerId,
      author_id: by.doctorId,
      file_name: `Foto ${canary}.jpg`,
      content_type: 'image/jpeg',
      kind: 'image',
      byte_size: 20,
      sha256: createHash('sha256').update(`a picture ${canary}`).digest('hex'),
      state: 'ready',
      storage_type: 'local',
      storage_key: storageKey,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const until = Date.now() + 86_400_000
  const fileToken = links.sign('file', [by.practiceId, file.id, 0, by.userId, until])
  return { fileId: file.id, fileToken }
}

const stageUpload = async (app: TestApp, by: TestPerson, recordId: number): Promise<number> => {
  const begun = await start(app, by, recordId, {
    name: 'informe.pdf',
    type: 'application/pdf',
    size: pdf().length,
  })
  const { id } = begun.payload as Upload
  await sendPart(app, by, id, 1, pdf())
  return id
}

const stageFiles = async (app: TestApp, by: TestPerson, patientId: number, canary: string) => {
  const data = { name: `Resonancia ${canary}` }
  const document = await writeRecord(app, by, documentInput(patientId, data))
  const temporary = await writeRecord(app, by, { ...documentInput(patientId, data), subtype: 'temporal' })
  return {
    documentId: document.id,
    temporaryId: temporary.id,
    ...(await stagePicture(app, by, document, canary)),
    uploadId: await stageUpload(app, by, document.id),
    abortableId: await stageUpload(app, by, document.id),
  }
}

const stagePaper = async (app: TestApp, by: TestPerson, followUp: RecordRow, canary: string) => {
  const content = `a paper ${canary}`
  const { id, secret } = await insertPaper(app, by, {
    patientId: followUp.ownerId,
    recordId: followUp.id,
    content,
  })
  await giveSigningKey(app, by, 'supplied')
  return { paperId: id, paperCode: codeOf(by.practiceId, secret) }
}

const stageLogo = async (app: TestApp, { practiceId }: TestPerson) => {
  const logoKey = newToken()
  const files = localFileStore(path.join(path.dirname(app.outbox), 'files'))
  await files.put(`practice-${practiceId}/logo/${logoKey}.webp`, Buffer.from('a picture'))
  return { logoKey }
}

/**
 * The series of a course whose first visit took place, so that it outlives the others, and a change of one that left nothing behind and
 * can be taken back for as long as a test takes.
 */
const stageSeries = async (
  app: TestApp,
  by: TestPerson,
  { patientId, caseId }: { readonly patientId: number; readonly caseId: number },
  canary: string,
) => {
  const first = await bookAppointment(app, by, {
    start: '2030-06-03T15:00:00Z',
    end: '2030-06-03T16:00:00Z',
    every: { repeat: true, freq: 'week', interval: 1, count: 3 },
    allowOverlap: true,
    patientId,
    title: `Serie ${canary}`,
    course: { caseId },
  })
  await callEndpoint(app, appointmentEndpoints.update, {
    params: { id: first.id },
    token: by.token,
    body: { status: 'attended' },
  })
  const undo = await app.owner.queries
    .insertInto('appointment_undos')
    .values({
      practice_id: by.practiceId,
      user_id: by.userId,
      at: new Date(Date.now() + 86_400_000),
      appointments: '[]',
      series: '[]',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { occurrenceId: first.id, undoId: undo.id }
}

/** A mail that the patient of an appointment got, and the link in it. */
const stageReminder = async (app: TestApp, by: TestPerson, appointmentId: number, patientId: number) => {
  await app.owner.queries
    .insertInto('appointment_mails')
    .values({
      practice_id: by.practiceId,
      mail_id: 1,
      appointment_id: appointmentId,
      patient_id: patientId,
      kind: 'confirmation',
      start_at: new Date(),
      due_at: new Date(),
      status: 'sent',
      sent_at: new Date(),
    })
    .execute()
  return { reminderToken: links.sign('reminders', [by.practiceId, patientId]) }
}

const stageFeed = async (app: TestApp, by: TestPerson) => {
  const { payload } = await callEndpoint(app, calendarFeedEndpoints.create, {
    token: by.token,
    body: { names: 'initials' },
  })
  const { url }: { url: string } = payload
  const feedToken = url.split('/').at(-1) ?? ''
  // The first reading of an hour is noted; those of the sweeps change nothing.
  await callEndpoint(app, calendarFeedEndpoints.read, { params: { token: feedToken } })
  return { feedToken }
}

/** Behind the API: whoever the scene is of need not be an admin. */
const installFor = async (
  app: TestApp,
  { practiceId, userId }: TestPerson,
  moduleId: string,
): Promise<void> => {
  await app.owner.queries
    .insertInto('practice_modules')
    .values({ practice_id: practiceId, module_id: moduleId, installed_by: userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

const stageModule = async (app: TestApp, by: TestPerson) => {
  const moduleId = 'goniometry'
  await installFor(app, by, moduleId)
  return { moduleId }
}

/** Does as an admin what only admins may, whoever the scene is of. */
const asAdmin = async <T>(app: TestApp, person: TestPerson, work: () => Promise<T>): Promise<T> => {
  const membership = (role: string) =>
    app.owner.queries
      .updateTable('memberships')
      .set({ role })
      .where('user_id', '=', person.userId)
      .where('practice_id', '=', person.practiceId)
  const { role } = await app.owner.queries
    .selectFrom('memberships')
    .select('role')
    .where('user_id', '=', person.userId)
    .where('practice_id', '=', person.practiceId)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow()
  await membership('admin').execute()
  return work().finally(() => membership(role).execute())
}

const stageOwnModule = async (app: TestApp, person: TestPerson, canary: string) => {
  const id = `own_${randomUUID().slice(0, 8)}`
  const body = ownModuleDocument(id, canary)
  const { token } = person
  const { status, text } = await asAdmin(app, person, () =>
    callEndpoint(app, moduleEndpoints.import, { token, body }),
  )
  if (status !== 201) throw new Error(`import answered ${status}: ${text}`)
  return { ownModuleId: id, ownClassId: id }
}

/** Sold by an admin; the follow-up is its author's to count. */
const stagePackage = async (
  app: TestApp,
  [by, clinician]: readonly [TestPerson, TestPerson],
  { ownerId, id }: RecordRow,
  canary: string,
) => {
  const sold = await asAdmin(app, by, () =>
    sellPackage(app, by, ownerId, {
      description: `10 sesiones ${canary}`,
      packageData: { notes: `Pagado ${canary}` },
    }),
  )
  await callEndpoint(app, sessionPackageEndpoints.addRecords, {
    token: clinician.token,
    params: { id: sold.id },
    body: { recIds: [id] },
  })
  return { packageId: sold.id }
}

/** Two receipts of the package, written behind the API, and the bytes of a paper of the first. */
const stageReceipts = async (
  app: TestApp,
  by: TestPerson,
  { patientId, packageId }: { patientId: number; packageId: number },
  canary: string,
) => {
  const receipt = { patientId, packageId, description: `Sesiones ${canary}`, notes: `Cobrado ${canary}` }
  const receiptId = await insertReceipt(app, by, receipt)
  const voidableId = await insertReceipt(app, by, receipt)
  const { id: sheetId } = await insertPaper(app, by, {
    patientId,
    recordId: null,
    scope: 'receipt',
    content: `a receipt ${canary}`,
  })
  return { receiptId, sheetId, voidableId }
}

/** What belongs to the person rather than to the practice. */
const stageOwnThings = async (app: TestApp, { userId }: TestPerson) => {
  const session = await app.owner.queries
    .insertInto('sessions')
    .values({
      user_id: userId,
      remember: true,
      refresh_hash: randomBytes(32),
      expires_at: new Date(Date.now() + 86_400_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const passkey = await app.owner.queries
    .insertInto('passkeys')
    .values({
      user_id: userId,
      credential_id: newToken(),
      public_key: randomBytes(77),
      counter: 0,
      backed_up: true,
      name: 'Portátil',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { sessionId: session.id, passkeyId: passkey.id }
}

const stageSigning = async (app: TestApp, by: TestPerson, clinician: TestPerson, canary: string) => {
  const patient = await createPatient(app, by, { firstName: 'Firmante', lastName: canary })
  const record = await writeRecord(app, clinician, caseInput(patient.id, { name: `Esguince ${canary}` }))
  const pair = { patientId: patient.id, recordId: record.id }
  const bodies = [
    { signed: true, typedName: `Firmante ${canary}` },
    { signed: true, typedName: `Firma ${canary}`, signer: 'practitioner' },
    { signed: false, reason: `Firmó otra persona ${canary}` },
  ]
  for (const body of bodies) {
    const { token } = clinician
    const { status, text } = await callEndpoint(app, signatureEndpoints.save, { token, params: pair, body })
    if (status !== 201) throw new Error(`signature answered ${status}: ${text}`)
  }
  return { signing: pair }
}

/** Two consents of whoever signs in the scene: one is taken back. */
const stageConsents = async (
  app: TestApp,
  [by, clinician]: readonly [TestPerson, TestPerson],
  patientId: number,
  canary: string,
) => {
  await installFor(app, by, 'consents')
  const written = { zone: `Trapecio ${canary}`, name: `Firmante ${canary}` }
  const given = await giveConsent(app, clinician, patientId, written)
  const taken = await giveConsent(app, clinician, patientId, written)
  const { status, text } = await callEndpoint(app, patientConsentEndpoints.withdraw, {
    token: clinician.token,
    params: { recordId: taken.id },
    body: { reason: `Prefiere ejercicio ${canary}` },
  })
  if (status !== 201) throw new Error(`the withdrawal answered ${status}: ${text}`)
  return { consentId: given.id }
}

let scenes = 0

/**
 * A patient with a file in every kind of record, an appointment and a draft. `booker` registers and books;
 * `writer` writes the clinical part and may be the same person.
 */
export const stageScene = async (
  app: TestApp,
  booker: TestPerson,
  writer = booker,
): Promise<PracticeScene> => {
  // Earlier calls may have ended the sessions these people came with.
  const by = { ...booker, token: await mintToken(app, booker) }
  const clinician = { ...writer, token: await mintToken(app, writer) }
  const canary = `canary${randomUUID().slice(0, 8)}`
  const texts = clinicalTexts(canary)
  const patient = await createPatient(app, by, contactOf(canary))
  await stagePortrait(app, by.practiceId, patient.id, canary)
  const empty = await createPatient(app, by, { firstName: 'Vacío', lastName: canary })
  const history = await writeRecord(app, clinician, historyInput(patient.id, texts.history))
  const diagnosis = await writeRecord(app, clinician, caseInput(patient.id, texts.case))
  const followUp = await writeRecord(app, clinician, followUpInput(patient.id, diagnosis.id, texts.followUp))
  await callEndpoint(app, addendumEndpoints.create, {
    token: clinician.token,
    params: { id: history.id },
    body: { text: `Añade ${canary}` },
  })
  scenes += 1
  const appointment = await bookAppointment(app, by, {
    ...slot(scenes),
    patientId: patient.id,
    title: `Control ${canary}`,
    note: `Trae radiografía ${canary}`,
    patientNote: `Ropa cómoda ${canary}`,
  })
  await callEndpoint(app, draftEndpoints.save, {
    token: clinician.token,
    params: { patientId: patient.id, key: `record:${diagnosis.id}` },
    body: { data: { name: `Borrador ${canary}` } },
  })
  const { payload: snippet }: { payload: Snippet } = await callEndpoint(app, snippetEndpoints.create, {
    token: clinician.token,
    body: { shortcut: canary, title: `Saludo ${canary}`, text: `Péndulo ${canary}` },
  })
  const { payload: waiting }: { payload: WaitingPatient } = await callEndpoint(
    app,
    waitListEndpoints.create,
    {
      token: by.token,
      body: { patientId: patient.id, minutes: 45, note: `Solo por la tarde ${canary}` },
    },
  )
  const sold = await stagePackage(app, [by, clinician], followUp, canary)
  const signed = await stageSigning(app, by, clinician, canary)
  return {
    practiceId: by.practiceId,
    doctorId: by.doctorId,
    username: by.username,
    password: by.password,
    patientId: patient.id,
    emptyPatientId: empty.id,
    historyId: history.id,
    caseId: diagnosis.id,
    followUpId: followUp.id,
    appointmentId: appointment.id,
    snippetId: snippet.id,
    waitingId: waiting.id,
    ...(await stageSeries(app, by, { patientId: patient.id, caseId: diagnosis.id }, canary)),
    ...(await stageSchedule(app, by, canary)),
    ...(await stageMembers(app, by, canary)),
    ...(await stageHost(app, by)),
    ...(await stageFiles(app, clinician, patient.id, canary)),
    ...(await stagePaper(app, clinician, followUp, canary)),
    ...signed,
    ...(await stageConsents(app, [by, clinician], signed.signing.patientId, canary)),
    ...(await stageLogo(app, by)),
    ...(await stageReminder(app, by, appointment.id, patient.id)),
    ...(await stageFeed(app, by)),
    ...sold,
    ...(await stageReceipts(app, by, { patientId: patient.id, ...sold }, canary)),
    ...(await stageModule(app, by)),
    ...(await stageOwnModule(app, by, canary)),
    ...(await stageOwnThings(app, by)),
    canary,
  }
}
