import { randomUUID } from 'node:crypto'
import { draftEndpoints } from '@ulna/contract/drafts/drafts'
import { addendumEndpoints } from '@ulna/contract/records/records.addenda'
import { type Snippet, snippetEndpoints } from '@ulna/contract/snippets/snippets'
import { type WaitingPatient, waitListEndpoints } from '@ulna/contract/wait-list/wait-list'
import type { TestApp } from '../../build-test-app.ts'
import { callEndpoint } from '../../client.ts'
import {
  bookAppointment,
  caseInput,
  createPatient,
  followUpInput,
  historyInput,
  writeRecord,
} from '../../factories/clinical.ts'
import type { TestPerson } from '../../factories/people.ts'
import type { TestDatabase } from '../../postgres-database.ts'
import { slot, stageFeed, stageReminder, stageSchedule, stageSeries } from './agenda.ts'
import { stageArchive, stageMerges } from './archive.ts'
import { stageErasures } from './erasures.ts'
import { stageFiles, stageLogo, stagePortrait } from './files.ts'
import { stageImports } from './imports.ts'
import { stageKey } from './keys.ts'
import { mintToken } from './minted-session.ts'
import { stageModule, stageOwnModule } from './modules.ts'
import { stageCopies, stageEntries, stageHandOvers, stageMoves } from './moves.ts'
import { stagePackage, stageReceipts } from './packages.ts'
import { stagePaper } from './papers.ts'
import { stageHost, stageMembers, stageOwnThings } from './people.ts'
import { stageConsents, stageSigning } from './signatures.ts'

/** Things of one practice: ids that a call may name, and texts that only this practice may ever read. */
export interface PracticeScene {
  readonly practiceId: number
  readonly doctorId: number
  readonly username: string
  readonly password: string
  readonly patientId: number
  /** A second patient without records and appointments. */
  readonly emptyPatientId: number
  /** One who may be archived and brought back as often as one likes, and a hold on the file of the first. */
  readonly leavingPatientId: number
  readonly holdId: number
  /** One of whom what no law keeps may go; erasures to be announced and to be taken back, and one that is done. */
  readonly erasablePatientId: number
  readonly announcedId: number
  readonly announcedPatientId: number
  readonly retractableId: number
  readonly retractablePatientId: number
  readonly erasedId: number
  readonly erasedPatientId: number
  /** An act on which one file stands, which waits, and whose it is. */
  readonly actId: number
  readonly actPatientId: number
  /** Two who may become one, and one that another became part of; that can be taken back. */
  readonly mergeablePatientId: number
  readonly twinPatientId: number
  readonly mergedPatientId: number
  readonly aliasPatientId: number
  readonly mergeId: number
  readonly historyId: number
  readonly caseId: number
  readonly followUpId: number
  readonly appointmentId: number
  /** The first appointment of a series. */
  readonly occurrenceId: number
  /** A change of a series, by the person whose scene it is, that can be taken back. */
  readonly undoId: number
  /** An absence of the one who books. */
  readonly absenceId: number
  /** A text of the one who writes. */
  readonly snippetId: number
  /** A package of the first patient, which the follow-up counts on. */
  readonly packageId: number
  /** A receipt of the package and its paper, and one that can still be voided. */
  readonly receiptId: number
  readonly sheetId: number
  readonly voidableId: number
  readonly priceId: number
  /** On the wait list. */
  readonly waitingId: number
  /** A practitioner of the practice besides the one whose scene it is. */
  readonly memberId: number
  readonly memberUserId: number
  /** One who came with the practice from elsewhere, and never signed in here. */
  readonly arrivingId: number
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
  /** The token in the link to the picture, for the clinician. */
  readonly fileToken: string
  /** An issued paper of the follow-up, and what is printed on it. */
  readonly paperId: number
  readonly paperCode: string
  /** The key of a logo of the practice. */
  readonly logoKey: string
  /** The token in the link of mails to the first patient. */
  readonly reminderToken: string
  /** The token in the calendar address of the person whose scene it is. */
  readonly feedToken: string
  /** Imports of patients: one to match, one to run, one to undo, one to forget. */
  readonly importId: number
  readonly runnableId: number
  readonly undoableId: number
  readonly forgettableId: number
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
  /** A key of the practice that another program works with. */
  readonly practiceKeyId: number
  /** Archives of the practice that lie ready: one to fetch, one to remove. */
  readonly exportId: number
  readonly discardableId: number
  /** The deletion of a practice that the person whose scene it is owned. */
  readonly deletionId: number
  /** Copies of the file of the patient that lie ready: one to make anew, one to hand over. */
  readonly copyId: number
  readonly handableCopyId: number
  readonly withdrawableCopyId: number
  /** Somebody who wrote elsewhere; copies of entries: two to decide about, one to fetch, one to remove. */
  readonly authorId: number
  readonly signableCopyId: number
  readonly refusableCopyId: number
  readonly fetchableCopyId: number
  readonly removableCopyId: number
  /** A hand-over of the file of the patient that lies ready. */
  readonly handOverId: number
  /** A file that another practice sent, and such that came: one to take in, one to take back, one to forget. */
  readonly handedBytes: Buffer
  readonly receivedId: number
  readonly undoableReceivedId: number
  readonly forgettableReceivedId: number
  /** A record that came with one which was taken in, and whose it is. */
  readonly handedRecordId: number
  readonly handedPatientId: number
  readonly undoablePatientId: number
  /** In every text of the scene, and nowhere else. */
  readonly canary: string
}

const clinicalTexts = (canary: string) => ({
  history: {
    allergies: `Látex ${canary}`,
    warning: `Marcapasos ${canary}`,
    currentMedication: `Enalapril ${canary}`,
    qx: `Apendicectomía ${canary}`,
    profession: `Docente ${canary}`,
  },
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

/** How many scenes a database holds. */
const scenes = new WeakMap<TestDatabase, number>()

const nextScene = ({ database }: TestApp): number => {
  const next = (scenes.get(database) ?? 0) + 1
  scenes.set(database, next)
  return next
}

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
  const diagnosis = await writeRecord(app, clinician, {
    ...caseInput(patient.id, texts.case),
    date: '2026-01-12T15:00:00Z',
  })
  const followUp = await writeRecord(app, clinician, followUpInput(patient.id, diagnosis.id, texts.followUp))
  await callEndpoint(app, addendumEndpoints.create, {
    token: clinician.token,
    params: { id: history.id },
    body: { text: `Añade ${canary}` },
  })
  const appointment = await bookAppointment(app, by, {
    ...slot(nextScene(app)),
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
    ...(await stageArchive(app, by, patient.id, canary)),
    ...(await stageErasures(app, by, canary)),
    ...(await stageMerges(app, [by, clinician], canary)),
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
    ...(await stageImports(app, by, patient.id, canary)),
    ...(await stageModule(app, by)),
    ...(await stageOwnModule(app, by, canary)),
    ...(await stageOwnThings(app, by)),
    ...(await stageKey(app, by, canary)),
    ...(await stageMoves(app, by)),
    ...(await stageCopies(app, by, patient.id)),
    ...(await stageEntries(app, by, canary)),
    ...(await stageHandOvers(app, clinician, patient.id, canary)),
    canary,
  }
}
