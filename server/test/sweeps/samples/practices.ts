import { auditEndpoints } from '@ulna/contract/audit/audit.trail'
import { firstStepsEndpoints } from '@ulna/contract/first-steps/first-steps'
import type { BodyInputOf } from '@ulna/contract/http/endpoint'
import { practiceDeletionEndpoints } from '@ulna/contract/practice-deletions/practice-deletions'
import { practiceKeyEndpoints } from '@ulna/contract/practice-keys/practice-keys'
import { practiceMoveEndpoints } from '@ulna/contract/practice-moves/practice-moves'
import { practiceEndpoints } from '@ulna/contract/practices/practices'
import { invitationEndpoints, memberEndpoints } from '@ulna/contract/practices/practices.members'
import { settingsEndpoints } from '@ulna/contract/settings/settings'
import { type Sample, sample } from './sample.ts'

const inviting = (...users: BodyInputOf<typeof memberEndpoints.invite>['users']) => ({ body: { users } })

const making = (body: BodyInputOf<typeof practiceKeyEndpoints.create>) => ({ body })

export const practiceSamples: readonly Sample[] = [
  sample(firstStepsEndpoints.read),
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
  sample(practiceMoveEndpoints.list),
  sample(practiceMoveEndpoints.begin, () => ({ body: { recipient: null } })),
  sample(practiceMoveEndpoints.link, ({ exportId }) => ({ params: { id: String(exportId) } })),
  sample(practiceMoveEndpoints.download, () => ({ params: { token: 'of.a.link' } })),
  sample(practiceMoveEndpoints.remove, ({ discardableId }) => ({ params: { id: String(discardableId) } })),
  sample(practiceDeletionEndpoints.stand),
  sample(practiceDeletionEndpoints.ask, () => ({
    body: {
      name: 'Fisioterapia del Sur',
      keeperName: 'Ana Ruiz',
      keeperAddress: 'Calle Mayor 1, Bilbao',
      keeperContact: 'ana@custodia.test',
    },
  })),
  sample(practiceDeletionEndpoints.takeBack),
  sample(practiceDeletionEndpoints.arrival, () => ({
    body: { fingerprint: 'AB:CD', digest: '0'.repeat(64) },
  })),
  sample(practiceDeletionEndpoints.mine),
  sample(practiceDeletionEndpoints.certificate, ({ deletionId }) => ({ params: { id: String(deletionId) } })),
  sample(practiceKeyEndpoints.list),
  sample(practiceKeyEndpoints.create, () => making({ name: 'Panel', scopes: ['agenda'], lifetime: 90 })),
  sample(practiceKeyEndpoints.revoke, ({ practiceKeyId }) => ({ params: { id: String(practiceKeyId) } })),
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
  sample(memberEndpoints.welcome, ({ arrivingId }) => ({ params: { id: String(arrivingId) } })),
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
]
