const sweep = (name) => `server/test/sweeps/${name}.test.ts`
const history = (name) => `server/test/histories/${name}.test.ts`
const account = (name) => `server/src/features/accounts/accounts.${name}.ts`
const practice = (name) => `server/src/features/practices/practices.${name}.ts`
const platform = (name) => `server/src/platform/${name}.ts`

/**
 * What is broken, and the tests that have to notice, the quickest first. Tests of the web app are not asked: the server
 * must refuse by itself.
 */
export const mutationTargets = [
  {
    files: ['contract/src/permissions.ts', 'contract/src/roles.ts', 'contract/src/http/endpoint.ts'],
    tests: ['contract/src/permissions.test.ts', sweep('declared-access'), sweep('role-matrix')],
  },
  {
    files: ['contract/src/records/records.policy.ts'],
    tests: ['contract/src/records/records.policy.test.ts'],
  },
  {
    files: [platform('sessions/access')],
    tests: [
      'server/test/practice-header.test.ts',
      account('test'),
      sweep('access-rules'),
      sweep('idle-limit'),
      sweep('role-matrix'),
    ],
  },
  {
    files: [
      platform('sessions/practice-access'),
      platform('sessions/practice-access.rules'),
      platform('stored-configurations'),
    ],
    tests: [
      platform('sessions/practice-access.rules.test'),
      platform('stored-configurations.test'),
      sweep('access-rules'),
    ],
  },
  {
    files: [platform('http/request-guards')],
    tests: [
      platform('http/request-guards.test'),
      sweep('cross-site-requests'),
      sweep('cookies'),
      sweep('route-inventory'),
    ],
  },
  {
    files: [platform('sessions/link-tokens')],
    tests: [platform('sessions/link-tokens.test'), account('recovery.test')],
  },
  {
    files: [
      platform('sessions/sessions'),
      platform('sessions/sessions.reading'),
      platform('sessions/sessions.renewing'),
    ],
    tests: [account('test'), account('sessions.test'), sweep('idle-limit'), sweep('role-matrix')],
  },
  {
    files: [account('policy'), account('second-factor'), account('challenges'), account('webauthn')],
    tests: [
      account('challenges.test'),
      account('webauthn.test'),
      account('test'),
      account('register.test'),
      account('settings.test'),
      account('totp.test'),
      account('passkeys.test'),
      account('sign-in.test'),
      account('sign-in-limits.test'),
      'server/src/features/accounts/common-passwords.test.ts',
    ],
  },
  {
    files: [
      account('sign-in'),
      account('links'),
      account('reauthentication.service'),
      account('passwords.service'),
    ],
    tests: [
      account('test'),
      account('sign-in.test'),
      account('reauthentication.test'),
      account('recovery.test'),
      account('totp.test'),
      account('passkeys.test'),
      account('sessions.test'),
      account('identity.test'),
      sweep('access-rules'),
    ],
  },
  {
    files: [
      account('identity.service'),
      account('identity.unlink.service'),
      account('unproven'),
      platform('identity/firebase-identity'),
    ],
    tests: [
      account('identity.unlink.test'),
      account('identity.link.test'),
      account('unproven.test'),
      account('identity.test'),
      'server/src/platform/identity/firebase-identity.test.ts',
    ],
  },
  {
    files: [
      practice('members.policy'),
      practice('members.service'),
      practice('settings.policy'),
      practice('invite.service'),
      practice('invitations.service'),
    ],
    tests: [
      practice('members.test'),
      practice('invitations.test'),
      practice('settings.test'),
      practice('limits.test'),
      practice('admission.test'),
      history('decided-meanwhile'),
      history('last-owner'),
      sweep('role-matrix'),
    ],
  },
  {
    files: [
      'server/src/features/appointments/appointments.policy.ts',
      'server/src/features/patients/patients.policy.ts',
    ],
    tests: [
      'server/src/features/appointments/appointments.test.ts',
      'server/src/features/patients/patients.test.ts',
    ],
  },
  {
    files: ['server/src/features/schedules/schedules.policy.ts'],
    tests: [
      'server/src/features/schedules/schedules.test.ts',
      'server/src/features/schedules/schedules.absences.test.ts',
    ],
  },
  {
    files: [
      'server/migrations/0002_create_audit_trail.sql',
      'server/migrations/0003_create_doctors_and_patients.sql',
      'server/migrations/0004_create_records.sql',
      'server/migrations/0005_create_appointments.sql',
      'server/migrations/0016_create_schedules.sql',
    ],
    tests: [sweep('row-level-security'), sweep('disabled-practice-filter')],
  },
]

/**
 * Mutations that change nothing a caller could see, each with the reason. Reviewed by hand; `what` is part of the
 * mutation's description.
 * @type {readonly { file: string, what: string, because: string }[]}
 */
export const equivalentMutations = [
  {
    file: 'server/src/features/accounts/accounts.reauthentication.service.ts',
    what: '> becomes >= in person.signedInAt * 1000 > Date.now()',
    because:
      'It moves the end of five minutes by the one millisecond in which both sides are equal; a sign-in is dated in whole seconds and no caller can meet that millisecond on purpose.',
  },
]
