import { randomUUID } from 'node:crypto'
import { accountEndpoints } from '@ulna/contract/accounts'
import { identityEndpoints } from '@ulna/contract/accounts.identity'
import { recoveryEndpoints } from '@ulna/contract/accounts.recovery'
import { securityEndpoints } from '@ulna/contract/accounts.security'
import { appointmentEndpoints } from '@ulna/contract/appointments'
import { marksEndpoints } from '@ulna/contract/appointments.marks'
import { plannedEndpoints } from '@ulna/contract/appointments.planned'
import { type RepeatRule, seriesEndpoints } from '@ulna/contract/appointments.series'
import { auditEndpoints } from '@ulna/contract/audit.trail'
import { calendarFeedEndpoints } from '@ulna/contract/calendar-feeds'
import { contactEndpoints } from '@ulna/contract/contact'
import { draftEndpoints } from '@ulna/contract/drafts'
import { localCopyEndpoints } from '@ulna/contract/drafts.local-copies'
import { eventEndpoints } from '@ulna/contract/events'
import { fileEndpoints } from '@ulna/contract/files'
import type { BodyInputOf, EndpointShape, ParamsInputOf, QueryInputOf } from '@ulna/contract/http/endpoint'
import { moduleEndpoints } from '@ulna/contract/modules'
import { paperEndpoints } from '@ulna/contract/papers'
import { signingKeyEndpoints } from '@ulna/contract/papers.keys'
import { sheetEndpoints } from '@ulna/contract/papers.sheets'
import { patientConsentEndpoints } from '@ulna/contract/patient-consents'
import { patientEndpoints } from '@ulna/contract/patients'
import { practiceEndpoints } from '@ulna/contract/practices'
import { invitationEndpoints, memberEndpoints } from '@ulna/contract/practices.members'
import { receiptEndpoints } from '@ulna/contract/receipts'
import { recordEndpoints } from '@ulna/contract/records'
import { addendumEndpoints } from '@ulna/contract/records.addenda'
import { printEndpoints } from '@ulna/contract/records.print'
import { reminderEndpoints } from '@ulna/contract/reminders'
import { absenceEndpoints, scheduleEndpoints, type WorkingPeriod } from '@ulna/contract/schedules'
import { packageRecordEndpoints, sessionPackageEndpoints } from '@ulna/contract/session-packages'
import { settingsEndpoints } from '@ulna/contract/settings'
import { signatureEndpoints } from '@ulna/contract/signatures'
import { snippetEndpoints } from '@ulna/contract/snippets'
import { systemEndpoints } from '@ulna/contract/system'
import { waitListEndpoints } from '@ulna/contract/wait-list'
import { UploadBody } from '../client.ts'
import { formBody, pdf } from '../factories/files.ts'
import { keyFileOf } from '../factories/key-files.ts'
import { ownModuleDocument } from '../factories/own-module.ts'
import { testPassword } from '../factories/people.ts'
import { type PracticeScene, tinyPicture } from './practice-scene.ts'

/** What a call brings. */
export interface SampleInput {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
}

interface Sample {
  readonly endpoint: EndpointShape
  readonly input: (scene: PracticeScene) => SampleInput
}

interface InputOf<E extends EndpointShape> {
  readonly params?: ParamsInputOf<E>
  readonly query?: QueryInputOf<E>
  readonly body?: BodyInputOf<E> | UploadBody
}

const sample = <E extends EndpointShape, const I extends InputOf<E>>(
  endpoint: E,
  input?: (scene: PracticeScene) => I,
): Sample => ({ endpoint, input: (input ?? (() => ({}))) as Sample['input'] })

const visit = { start: '2031-02-03T15:00:00Z', end: '2031-02-03T15:45:00Z', allowOverlap: true }
const range = { start: '2030-01-01', end: '2031-01-01' }

const everyFourWeeks: RepeatRule = { repeat: true, freq: 'week', interval: 4, byWeekday: [1] }
const elsewhere = (doctorId: number, on: string) => [
  { on, action: 'move' as const, doctorId, start: `${on}T20:00:00Z`, end: `${on}T20:45:00Z` },
]
const away = { start: '2031-03-03T05:00:00Z', end: '2031-03-04T05:00:00Z', title: 'Congreso' }

const waitingHours = { from: '16:00', to: '20:00' }
const waitingDays = { earliest: '2031-02-03', latest: '2031-03-03' }
const wishing = (wishes: Omit<BodyInputOf<typeof waitListEndpoints.create>, 'patientId'>) => wishes

const working = (...hours: WorkingPeriod[]) => ({ body: { hours, capacity: 2 } })

const inviting = (...users: BodyInputOf<typeof memberEndpoints.invite>['users']) => ({ body: { users } })

const anAgreement = {
  description: 'Hombro',
  autoAdd: true,
  packageData: { price: 720_000, currency: 'COP', notes: 'Pagado en dos veces' },
  expiresOn: '2031-12-31',
}

const aPayment: Omit<BodyInputOf<typeof receiptEndpoints.issue>, 'patientId'> = {
  currency: 'EUR',
  lines: [{ description: 'Diez sesiones', quantity: 1, unitMinor: 45_000 }],
  method: 'card',
  payer: { name: 'Empresa SL', taxId: 'B12345678', address: 'Calle 1' },
  notes: 'Pagado en recepción',
}

const served = (...patientIds: number[]) => ({ patientIds })
const counting = (...recIds: number[]) => ({ body: { recIds } })

const aForm = formBody(pdf(), { name: 'informe.pdf', type: 'application/pdf' })
const aPart = new UploadBody(pdf(), 'application/octet-stream')

const pairOf = ({ patientId, recordId }: PracticeScene['signing']) => ({
  patientId: String(patientId),
  recordId: String(recordId),
})

/**
 * For every endpoint one call that succeeds for an owner of the scene's practice. It names every id the endpoint
 * takes, so that a sweep can put a foreign one in each place.
 */
const samples: readonly Sample[] = [
  sample(systemEndpoints.live),
  sample(systemEndpoints.ready),
  sample(systemEndpoints.installation),
  sample(systemEndpoints.loadDemo),

  sample(accountEndpoints.register, () => ({
    body: {
      email: `${randomUUID()}@example.test`,
      password: testPassword,
      firstName: 'Nuria',
      lastName: 'Vidal',
    },
  })),
  sample(accountEndpoints.login, ({ username, password }) => ({ body: { username, password } })),
  sample(accountEndpoints.captcha),
  sample(accountEndpoints.refresh),
  sample(accountEndpoints.me),
  sample(accountEndpoints.logout),
  sample(accountEndpoints.preferences, () => ({ body: { language: 'it', timeFormat: 'hh:mm a' } })),

  sample(identityEndpoints.firebaseLogin, () => ({
    body: { firebaseIdToken: 'of.the.hosted.identity.service' },
  })),
  sample(identityEndpoints.firebaseRegister, () => ({
    body: { firebaseIdToken: 'of.the.hosted.identity.service', firstName: 'Nuria', lastName: 'Vidal' },
  })),
  sample(identityEndpoints.firebaseUnlink),
  sample(recoveryEndpoints.forgotPassword, ({ username }) => ({ body: { username } })),
  sample(recoveryEndpoints.resendActivation, ({ username }) => ({ body: { username } })),
  sample(recoveryEndpoints.reauthenticate, ({ password }) => ({ body: { password } })),
  sample(recoveryEndpoints.changePassword, ({ password }) => ({
    body: { currentPassword: password, password },
  })),
  sample(recoveryEndpoints.resetPassword, ({ password }) => ({ body: { token: 'of.a.mail', password } })),
  sample(recoveryEndpoints.activate, () => ({ body: { token: 'of.a.mail' } })),
  sample(recoveryEndpoints.confirmMail, () => ({ body: { token: 'of.a.mail' } })),
  sample(securityEndpoints.overview),
  sample(securityEndpoints.sessions),
  sample(securityEndpoints.endSession, ({ sessionId }) => ({ params: { id: String(sessionId) } })),
  sample(securityEndpoints.endOtherSessions),
  sample(securityEndpoints.passkeyLoginOptions),
  // Nothing within it is of a known shape, and each that is refused leaves a row.
  sample(securityEndpoints.passkeyLogin, () => ({ body: { response: {} } })),
  sample(securityEndpoints.passkeyOptions),
  sample(securityEndpoints.addPasskey, () => ({ body: { name: 'Móvil', response: {} } })),
  sample(securityEndpoints.renamePasskey, ({ passkeyId }) => ({
    params: { id: String(passkeyId) },
    body: { name: 'Móvil' },
  })),
  sample(securityEndpoints.removePasskey, ({ passkeyId }) => ({ params: { id: String(passkeyId) } })),
  sample(securityEndpoints.startTotp),
  sample(securityEndpoints.confirmTotp, () => ({ body: { code: '123456' } })),
  sample(securityEndpoints.disableTotp),
  sample(securityEndpoints.makeRecoveryCodes),
  sample(settingsEndpoints.updateOwn, () => ({
    body: {
      user: { language: 'es', timeFormat: 'HH:mm' },
      doctor: { phone: '601', color: 2, address: 'Calle 8' },
    },
  })),

  sample(practiceEndpoints.findAllByCurrentUser),
  sample(practiceEndpoints.create, () => ({
    body: { name: 'Fisioterapia del Norte', timezone: 'Europe/Madrid', locale: 'es' },
  })),
  sample(practiceEndpoints.doctors),
  sample(practiceEndpoints.setCurrent, ({ practiceId }) => ({ params: { id: String(practiceId) } })),
  sample(practiceEndpoints.logo, ({ practiceId, logoKey }) => ({
    params: { id: String(practiceId), key: logoKey },
  })),
  sample(practiceEndpoints.leave),
  sample(settingsEndpoints.updatePractice, () => ({
    body: {
      name: 'Fisioterapia del Sur',
      slogan: 'Moverse mejor',
      locale: 'es',
      configurations: { receipts: { issuerName: null, taxId: null, address: null, series: '' } },
    },
  })),

  sample(memberEndpoints.searchUsers, () => ({ query: { q: 'nadie.se.llama.asi' } })),
  sample(memberEndpoints.list),
  sample(memberEndpoints.invite, () =>
    inviting({ email: 'convidada@example.test', role: 'assistant', language: 'es' }),
  ),
  sample(memberEndpoints.invite, ({ memberUserId }) =>
    inviting({ userId: memberUserId, role: 'practitioner', clinical: true }),
  ),
  sample(memberEndpoints.change, ({ memberId }) => ({
    params: { id: String(memberId) },
    body: { role: 'assistant', clinical: true },
  })),
  sample(memberEndpoints.remove, ({ memberId }) => ({ params: { id: String(memberId) } })),
  sample(memberEndpoints.resendInvitation, ({ invitationId }) => ({ params: { id: String(invitationId) } })),
  sample(memberEndpoints.withdrawInvitation, ({ invitationId }) => ({
    params: { id: String(invitationId) },
  })),

  sample(invitationEndpoints.offer, ({ invitationToken }) => ({ params: { token: invitationToken } })),
  sample(invitationEndpoints.acceptLink, ({ joinToken }) => ({ body: { token: joinToken } })),
  sample(invitationEndpoints.own),
  sample(invitationEndpoints.accept, ({ acceptableId }) => ({ params: { id: String(acceptableId) } })),
  sample(invitationEndpoints.decline, ({ declinableId }) => ({ params: { id: String(declinableId) } })),

  sample(auditEndpoints.list, () => ({ query: { limit: '20', offset: '0' } })),
  sample(auditEndpoints.list, ({ memberUserId, patientId }) => ({
    query: { userId: String(memberUserId), patientId: String(patientId), action: 'patient.read' },
  })),
  sample(auditEndpoints.exportTrail, () => ({ query: { from: '2026-01-01', to: '2026-12-31' } })),
  sample(auditEndpoints.exportTrail, ({ memberUserId, patientId }) => ({
    query: { userId: String(memberUserId), patientId: String(patientId) },
  })),
  sample(auditEndpoints.patientOpenings, ({ patientId }) => ({
    params: { id: String(patientId) },
    query: { from: '2026-01-01' },
  })),

  sample(patientEndpoints.list, () => ({ query: { q: 'mariana', limit: '20', offset: '0' } })),
  sample(patientEndpoints.findLatestByUser),
  sample(patientEndpoints.findByName, () => ({ params: { name: 'mariana' }, query: {} })),
  sample(patientEndpoints.findDuplicates, ({ emptyPatientId }) => ({
    query: {
      firstName: 'Mariana',
      lastName: 'Gómez',
      birthDate: '1985-04-03',
      socialId: 'CC',
      exceptId: String(emptyPatientId),
    },
  })),
  sample(patientEndpoints.getWithRecord, ({ patientId }) => ({
    params: { id: String(patientId) },
    query: { utcOffset: '-300' },
  })),
  sample(patientEndpoints.read, ({ patientId }) => ({ params: { id: String(patientId) } })),
  sample(patientEndpoints.create, () => ({
    body: {
      firstName: 'Íñigo',
      lastName: 'Echeverría',
      birthDate: '1990-01-31',
      phone: '600',
      email: 'inigo@example.test',
    },
  })),
  sample(patientEndpoints.update, ({ patientId }) => ({
    params: { id: String(patientId) },
    body: { mobile: '611', address: 'Calle 9' },
  })),
  sample(patientEndpoints.remove, ({ emptyPatientId }) => ({ params: { id: String(emptyPatientId) } })),
  sample(patientEndpoints.profileImage, ({ patientId }) => ({
    params: { id: String(patientId), size: 'thumb' },
  })),

  sample(recordEndpoints.findCases, ({ patientId }) => ({ params: { patientId: String(patientId) } })),
  sample(recordEndpoints.findCaseFollowUps, ({ caseId }) => ({ params: { caseId: String(caseId) } })),
  sample(recordEndpoints.versions, ({ caseId }) => ({ params: { id: String(caseId) } })),
  sample(recordEndpoints.read, ({ historyId }) => ({ params: { id: String(historyId) } })),
  sample(recordEndpoints.create, ({ patientId, caseId }) => ({
    body: {
      ownerId: patientId,
      type: 'control',
      subtype: 'follow_up',
      recordClassId: 'followup_default',
      date: '2026-03-04T10:00:00Z',
      data: { case: caseId, patientObs: 'Sube el brazo sin dolor.', painIntensity: 2 },
    },
  })),
  sample(recordEndpoints.update, ({ followUpId, caseId }) => ({
    params: { id: String(followUpId) },
    body: { data: { case: caseId, patientObs: 'Sube el brazo.' } },
  })),
  sample(recordEndpoints.remove, ({ followUpId }) => ({
    params: { id: String(followUpId) },
    query: { reason: 'Escrito en otro paciente' },
  })),
  sample(addendumEndpoints.list, ({ caseId }) => ({ params: { id: String(caseId) } })),
  sample(addendumEndpoints.create, ({ historyId }) => ({
    params: { id: String(historyId) },
    body: { text: 'Refiere además alergia al látex.' },
  })),
  sample(signatureEndpoints.document, ({ signing }) => ({ params: pairOf(signing) })),
  sample(signatureEndpoints.find, ({ signing }) => ({ params: pairOf(signing) })),
  sample(signatureEndpoints.save, ({ signing }) => ({
    params: pairOf(signing),
    body: {
      signature: tinyPicture,
      signed: true,
      signer: 'guardian',
      signerName: `Rosa ${randomUUID()}`,
      relation: 'madre',
      version: 1,
      language: 'es',
    },
  })),
  sample(signatureEndpoints.handOver, ({ signing }) => ({ params: pairOf(signing) })),
  sample(signatureEndpoints.handBack),

  sample(patientConsentEndpoints.find, ({ signing }) => ({
    params: { patientId: String(signing.patientId) },
  })),
  sample(patientConsentEndpoints.withdraw, ({ consentId }) => ({
    params: { recordId: String(consentId) },
    body: { reason: 'Prefiere seguir con ejercicio' },
  })),
  sample(printEndpoints.print, ({ patientId, caseId }) => ({
    params: { patientId: String(patientId) },
    body: { scope: 'case', recordId: caseId },
  })),
  sample(paperEndpoints.issue, ({ patientId, followUpId }) => ({
    params: { patientId: String(patientId) },
    body: { scope: 'record', recordId: followUpId },
  })),
  sample(paperEndpoints.readContent, ({ paperId }) => ({ params: { id: String(paperId) } })),
  sample(signingKeyEndpoints.find),
  sample(signingKeyEndpoints.supply, () => ({ body: keyFileOf({ password: 'clave' }) })),
  sample(signingKeyEndpoints.remove),
  sample(paperEndpoints.verify, ({ paperCode }) => ({ body: { code: paperCode } })),
  sample(fileEndpoints.uploadDocument, ({ documentId }) => ({
    params: { id: String(documentId) },
    body: aForm,
  })),
  sample(fileEndpoints.changeSubtype, ({ temporaryId }) => ({
    params: { id: String(temporaryId), subtype: 'xray' },
    body: { date: '2026-03-04', data: { name: 'Radiografía de hombro' } },
  })),
  sample(fileEndpoints.list, ({ documentId }) => ({ params: { id: String(documentId) } })),
  sample(fileEndpoints.startUpload, ({ documentId }) => ({
    params: { id: String(documentId) },
    body: { fileName: 'informe.pdf', contentType: 'application/pdf', size: 1000 },
  })),
  sample(fileEndpoints.readUpload, ({ uploadId }) => ({ params: { id: String(uploadId) } })),
  sample(fileEndpoints.putPart, ({ uploadId }) => ({
    params: { id: String(uploadId), part: '1' },
    body: aPart,
  })),
  sample(fileEndpoints.completeUpload, ({ uploadId }) => ({ params: { id: String(uploadId) } })),
  sample(fileEndpoints.abortUpload, ({ abortableId }) => ({ params: { id: String(abortableId) } })),
  sample(fileEndpoints.readLink, ({ fileToken }) => ({ params: { token: fileToken } })),
  sample(fileEndpoints.read, ({ fileId }) => ({ params: { id: String(fileId) } })),
  sample(fileEndpoints.readBytes, ({ fileId }) => ({ params: { id: String(fileId), variant: 'screen' } })),
  sample(fileEndpoints.storage),
  sample(fileEndpoints.remove, ({ fileId }) => ({ params: { id: String(fileId) } })),
  sample(recordEndpoints.classes),
  sample(recordEndpoints.readClass, () => ({ params: { classId: 'case_default', version: '3' } })),
  sample(recordEndpoints.readClass, ({ ownClassId }) => ({ params: { classId: ownClassId, version: '1' } })),

  sample(moduleEndpoints.list),
  sample(moduleEndpoints.installed),
  sample(moduleEndpoints.install, () => ({ params: { id: 'falls' } })),
  sample(moduleEndpoints.install, ({ ownModuleId }) => ({ params: { id: ownModuleId } })),
  sample(moduleEndpoints.uninstall, ({ moduleId }) => ({ params: { id: moduleId } })),
  sample(moduleEndpoints.uninstall, ({ ownModuleId }) => ({ params: { id: ownModuleId } })),
  sample(moduleEndpoints.check, () => ({ body: ownModuleDocument('sample', 'de prueba') })),
  sample(moduleEndpoints.import, () => ({ body: ownModuleDocument('sample', 'de prueba') })),
  sample(moduleEndpoints.export, ({ ownModuleId }) => ({ params: { id: ownModuleId } })),

  sample(localCopyEndpoints.key),
  sample(draftEndpoints.list, ({ patientId }) => ({ params: { patientId: String(patientId) } })),
  sample(draftEndpoints.save, ({ patientId, caseId }) => ({
    params: { patientId: String(patientId), key: `new:followup_default:case:${caseId}` },
    body: { data: { patientObs: 'Sube' }, baseVersion: null },
  })),
  sample(draftEndpoints.save, ({ patientId, historyId }) => ({
    params: { patientId: String(patientId), key: `record:${historyId}` },
    body: { data: { profession: 'Doc' }, baseVersion: 1 },
  })),
  sample(draftEndpoints.remove, ({ patientId, caseId }) => ({
    params: { patientId: String(patientId), key: `record:${caseId}` },
  })),

  sample(snippetEndpoints.list),
  sample(snippetEndpoints.create, () => ({
    body: { shortcut: `s${randomUUID().slice(0, 8)}`, title: 'Ejercicios', text: 'Péndulo, tres series' },
  })),
  sample(snippetEndpoints.update, ({ snippetId }) => ({
    params: { id: String(snippetId) },
    body: { title: 'Ejercicios en casa' },
  })),
  sample(snippetEndpoints.remove, ({ snippetId }) => ({ params: { id: String(snippetId) } })),

  sample(appointmentEndpoints.findByPractice, ({ practiceId }) => ({
    params: { practiceId: String(practiceId), ...range },
  })),
  sample(appointmentEndpoints.findByDoctor, ({ doctorId }) => ({
    params: { doctorId: String(doctorId), ...range },
  })),
  sample(appointmentEndpoints.today),
  sample(appointmentEndpoints.read, ({ appointmentId }) => ({ params: { id: String(appointmentId) } })),
  sample(appointmentEndpoints.create, ({ doctorId, patientId }) => ({
    body: { doctorId, patientId, ...visit, title: 'Control' },
  })),
  sample(appointmentEndpoints.create, ({ doctorId, patientId, caseId, packageId }) => ({
    body: {
      doctorId,
      patientId,
      ...visit,
      title: 'Serie',
      course: { caseId, packageId, shortage: 'keepFirst' },
      every: everyFourWeeks,
      until: '2031-05-31',
      dates: elsewhere(doctorId, '2031-03-03'),
    },
  })),
  sample(appointmentEndpoints.update, ({ appointmentId, doctorId, patientId }) => ({
    params: { id: String(appointmentId) },
    body: { doctorId, patientId, ...visit, note: 'Movida' },
  })),
  sample(appointmentEndpoints.remove, ({ appointmentId }) => ({ params: { id: String(appointmentId) } })),
  sample(appointmentEndpoints.updateSeries, ({ occurrenceId, doctorId, patientId }) => ({
    params: { id: String(occurrenceId) },
    query: { scope: 'following' },
    body: {
      doctorId,
      patientId,
      start: '2030-06-03T16:00:00Z',
      end: '2030-06-03T17:00:00Z',
      allowOverlap: true,
      title: 'Serie',
      every: { ...everyFourWeeks, interval: 8 },
      until: '2030-12-31',
      dates: elsewhere(doctorId, '2030-07-29'),
    },
  })),
  sample(appointmentEndpoints.removeSeries, ({ occurrenceId }) => ({
    params: { id: String(occurrenceId) },
    query: { scope: 'following' },
  })),
  sample(seriesEndpoints.preview, ({ occurrenceId, doctorId, patientId }) => ({
    body: {
      id: occurrenceId,
      scope: 'following',
      doctorId,
      patientId,
      every: everyFourWeeks,
      until: '2030-12-31',
    },
  })),
  sample(seriesEndpoints.preview, ({ doctorId, patientId }) => ({
    body: {
      doctorId,
      patientId,
      start: visit.start,
      end: visit.end,
      every: everyFourWeeks,
      until: '2031-05-31',
    },
  })),
  sample(seriesEndpoints.undo, ({ undoId }) => ({ params: { id: String(undoId) } })),
  sample(marksEndpoints.marks, () => ({ params: range })),
  sample(plannedEndpoints.planned, ({ patientId }) => ({ params: { patientId: String(patientId) } })),

  sample(eventEndpoints.follow),

  sample(waitListEndpoints.list, () => ({ query: { limit: '20', offset: '0' } })),
  sample(waitListEndpoints.fitting, ({ doctorId }) => ({
    params: { start: visit.start, end: visit.end },
    query: { doctorId: String(doctorId) },
  })),
  sample(waitListEndpoints.create, ({ patientId, doctorId }) => ({
    body: {
      patientId,
      ...wishing({
        doctorId,
        minutes: 45,
        weekdays: [1, 3],
        ...waitingHours,
        ...waitingDays,
        note: 'Llamar',
      }),
    },
  })),
  sample(waitListEndpoints.update, ({ waitingId, doctorId }) => ({
    params: { id: String(waitingId) },
    body: wishing({ doctorId, minutes: 30, weekdays: [2], note: 'También sábados' }),
  })),
  sample(waitListEndpoints.withdraw, ({ waitingId }) => ({ params: { id: String(waitingId) } })),

  sample(sessionPackageEndpoints.list, ({ patientId }) => ({
    query: { patientId: String(patientId), q: 'sesiones', status: 'active', limit: '20', offset: '0' },
  })),
  sample(sessionPackageEndpoints.board),
  sample(sessionPackageEndpoints.read, ({ packageId }) => ({ params: { id: String(packageId) } })),
  sample(sessionPackageEndpoints.movements, ({ packageId }) => ({ params: { id: String(packageId) } })),
  sample(sessionPackageEndpoints.create, ({ patientId, doctorId }) => ({
    body: {
      ownerId: patientId,
      doctorId,
      numSessions: 10,
      ...anAgreement,
      ...served(patientId),
    },
  })),
  sample(sessionPackageEndpoints.update, ({ packageId, patientId, doctorId }) => ({
    params: { id: String(packageId) },
    body: { doctorId, ...anAgreement, ...served(patientId), reason: 'Acordado' },
  })),
  sample(sessionPackageEndpoints.addRecords, ({ packageId, caseId }) => ({
    params: { id: String(packageId) },
    ...counting(caseId),
  })),
  sample(sessionPackageEndpoints.removeRecords, ({ packageId, followUpId }) => ({
    params: { id: String(packageId) },
    ...counting(followUpId),
  })),
  sample(sessionPackageEndpoints.visit, ({ appointmentId }) => ({
    params: { appointmentId: String(appointmentId) },
  })),
  sample(sessionPackageEndpoints.changeVisit, ({ appointmentId, packageId }) => ({
    params: { appointmentId: String(appointmentId) },
    body: { action: 'count', packageId, reason: 'Acordado' },
  })),
  sample(packageRecordEndpoints.selectable, ({ patientId }) => ({
    params: { patientId: String(patientId) },
  })),
  sample(packageRecordEndpoints.ofPackage, ({ packageId }) => ({ params: { packageId: String(packageId) } })),

  sample(receiptEndpoints.list, ({ patientId, packageId }) => ({
    query: {
      ...{ patientId: String(patientId), packageId: String(packageId) },
      ...{ from: '2026-01-01', to: '2031-12-31', limit: '20', offset: '0' },
    },
  })),
  sample(receiptEndpoints.export, ({ patientId, packageId }) => ({
    query: {
      ...{ patientId: String(patientId), packageId: String(packageId) },
      ...{ from: '2026-01-01', to: '2031-12-31' },
    },
  })),
  sample(receiptEndpoints.read, ({ receiptId }) => ({ params: { id: String(receiptId) } })),
  sample(receiptEndpoints.issue, ({ patientId, packageId }) => ({
    body: { patientId, packageId, ...aPayment },
  })),
  sample(sheetEndpoints.issueReceipt, ({ receiptId }) => ({
    params: { receiptId: String(receiptId) },
    body: { language: 'es' },
  })),
  sample(sheetEndpoints.issueAttendance, ({ patientId, packageId }) => ({
    params: { patientId: String(patientId) },
    body: { packageId, from: '2026-01-01', to: '2031-12-31', language: 'es' },
  })),
  sample(sheetEndpoints.readSheet, ({ sheetId }) => ({ params: { id: String(sheetId) } })),
  sample(receiptEndpoints.void, ({ voidableId }) => ({
    params: { id: String(voidableId) },
    body: { reason: 'Importe equivocado' },
  })),

  sample(reminderEndpoints.messages, ({ appointmentId }) => ({ params: { id: String(appointmentId) } })),
  sample(reminderEndpoints.confirm, ({ appointmentId }) => ({ params: { id: String(appointmentId) } })),
  sample(reminderEndpoints.optOut, ({ reminderToken }) => ({ body: { token: reminderToken } })),
  sample(reminderEndpoints.optIn, ({ reminderToken }) => ({ body: { token: reminderToken } })),
  sample(calendarFeedEndpoints.own),
  sample(calendarFeedEndpoints.create, () => ({ body: { names: 'busy' } })),
  sample(calendarFeedEndpoints.remove),
  sample(calendarFeedEndpoints.read, ({ feedToken }) => ({ params: { token: feedToken } })),

  sample(scheduleEndpoints.list),
  sample(scheduleEndpoints.update, ({ doctorId }) => ({
    params: { doctorId: String(doctorId) },
    ...working({ weekday: 1, from: '08:00', to: '13:00' }),
  })),
  sample(scheduleEndpoints.free, ({ doctorId }) => ({
    params: { start: '2031-02-03', end: '2031-02-10' },
    query: {
      doctorId: String(doctorId),
      minutes: '45',
      from: '08:00',
      to: '12:00',
      weekdays: '1,2',
      limit: '10',
    },
  })),
  sample(absenceEndpoints.list, () => ({ params: range })),
  sample(absenceEndpoints.create, ({ doctorId }) => ({ body: { doctorId, ...away } })),
  sample(absenceEndpoints.update, ({ absenceId, doctorId }) => ({
    params: { id: String(absenceId) },
    body: { doctorId, ...away },
  })),
  sample(absenceEndpoints.remove, ({ absenceId }) => ({ params: { id: String(absenceId) } })),

  sample(contactEndpoints.send, () => ({
    body: {
      name: 'Marta Gil',
      email: 'marta@example.test',
      phone: '600 100 200',
      practiceName: 'Fisio Norte',
      message: '¿Se puede probar con datos de ejemplo?',
    },
  })),
]

/** Endpoints whose sample cannot succeed with a Bearer token alone in an installation that is in use. */
export const beyondToken: Readonly<Record<string, string>> = {
  'POST /auth/firebase/login': 'needs a token of the hosted identity service: accounts.identity.test.ts',
  'POST /auth/firebase/register': 'needs a token of the hosted identity service: accounts.identity.test.ts',
  'POST /auth/resetPassword': 'needs the link of a mail: accounts.recovery.test.ts',
  'POST /auth/activate': 'needs the link of a mail: accounts.recovery.test.ts',
  'POST /auth/confirmMail': 'needs the link of a mail: accounts.settings.test.ts',
  'POST /auth/changePassword': 'ends every other session of the person: accounts.recovery.test.ts',
  'POST /auth/passkey/login': 'needs a device that signs: accounts.passkeys.test.ts',
  'POST /auth/passkeys': 'needs a device that signs: accounts.passkeys.test.ts',
  'POST /auth/totp/confirm': 'needs the code of the moment: accounts.totp.test.ts',
  'POST /auth/totp/recoveryCodes': 'needs a second factor that is on: accounts.totp.test.ts',
  'GET /auth/refresh': 'needs the cookie: cookies.test.ts',
  'POST /practice/leave': 'ends what every other call needs: role-matrix.test.ts, practices.members.test.ts',
  'POST /installation/demo': 'needs a fresh installation: tests of the demo practice',
}

/** `PUT /patient/:id`: how sweeps call an endpoint in their tables. */
export const nameOf = ({ method, path }: Pick<EndpointShape, 'method' | 'path'>): string =>
  `${method} ${path}`

/** The sample calls of an endpoint, the main one first. An endpoint without any fails the build. */
export const samplesOf = (endpoint: EndpointShape, scene: PracticeScene): readonly SampleInput[] => {
  const found = samples
    .filter((one) => nameOf(one.endpoint) === nameOf(endpoint))
    .map((one) => one.input(scene))
  if (found.length > 0) return found
  throw new Error(
    `${nameOf(endpoint)} has no sample input: add one to server/test/sweeps/endpoint-samples.ts`,
  )
}

export const sampleOf = (endpoint: EndpointShape, scene: PracticeScene): SampleInput =>
  samplesOf(endpoint, scene)[0] ?? {}

/** Reads first, then changes, what destroys last: the order in which one scene serves every endpoint. */
export const inCallOrder = (endpoints: readonly EndpointShape[]): EndpointShape[] => {
  const order = ['GET', 'PUT', 'POST', 'DELETE']
  return [...endpoints].sort((a, b) => order.indexOf(a.method) - order.indexOf(b.method))
}
