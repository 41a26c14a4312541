const sweep = (name) => `server/test/sweeps/${name}.test.ts`
const history = (name) => `server/test/histories/${name}.test.ts`
const inRoom = (feature) => (name) =>
  `server/src/features/${feature}/${name.replace(/[^/]+$/, `${feature}.$&`)}.ts`
const account = inRoom('accounts')
const practice = inRoom('practices')
const handOver = 'server/src/features/signatures/signatures.hand-over.test.ts'
const programs = 'server/src/features/practice-keys/practice-keys.use.test.ts'
const platform = (name) => `server/src/platform/${name}.ts`

/**
 * What is broken, and the tests that have to notice, the quickest first. Tests of the web app are not asked: the server
 * must refuse by itself.
 */
export const mutationTargets = [
  {
    files: ['contract/src/permissions.ts', 'contract/src/roles.ts', 'contract/src/http/endpoint.ts'],
    tests: [
      'contract/src/permissions.test.ts',
      'contract/src/http/endpoint.test.ts',
      sweep('access/declared-access'),
      sweep('access/role-matrix'),
    ],
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
      handOver,
      programs,
      sweep('access/access-rules'),
      sweep('access/idle-limit'),
      sweep('access/role-matrix'),
    ],
  },
  {
    files: ['contract/src/practice-keys/practice-keys.scopes.ts', platform('sessions/practice-keys.reading')],
    tests: [programs, sweep('access/practice-keys')],
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
      sweep('access/access-rules'),
    ],
  },
  {
    files: [platform('http/request-guards')],
    tests: [
      platform('http/request-guards.test'),
      sweep('http/cross-site-requests'),
      sweep('http/cookies'),
      sweep('http/route-inventory'),
    ],
  },
  {
    files: [platform('sessions/link-tokens')],
    tests: [platform('sessions/link-tokens.test'), account('recovery/recovery.test')],
  },
  {
    files: [
      platform('sessions/sessions'),
      platform('sessions/sessions.reading'),
      platform('sessions/sessions.renewing'),
    ],
    tests: [
      account('test'),
      account('sign-in/sessions.test'),
      handOver,
      sweep('access/idle-limit'),
      sweep('access/role-matrix'),
    ],
  },
  {
    files: [
      account('policy'),
      account('second-factor/second-factor'),
      account('second-factor/challenges'),
      account('second-factor/webauthn'),
    ],
    tests: [
      account('second-factor/challenges.test'),
      account('second-factor/webauthn.test'),
      account('test'),
      account('register.test'),
      account('settings/settings.test'),
      account('second-factor/totp.test'),
      account('second-factor/passkeys.test'),
      account('sign-in/sign-in.test'),
      account('sign-in/sign-in-limits.test'),
      'server/src/features/accounts/recovery/common-passwords.test.ts',
    ],
  },
  {
    files: [
      account('sign-in/sign-in'),
      account('recovery/links'),
      account('sign-in/reauthentication.service'),
      account('recovery/passwords.service'),
    ],
    tests: [
      account('test'),
      account('sign-in/sign-in.test'),
      account('sign-in/reauthentication.test'),
      account('recovery/recovery.test'),
      account('second-factor/totp.test'),
      account('second-factor/passkeys.test'),
      account('sign-in/sessions.test'),
      account('identity/identity.test'),
      sweep('access/access-rules'),
    ],
  },
  {
    files: [
      account('identity/identity.service'),
      account('identity/identity.unlink.service'),
      account('sign-in/unproven'),
      platform('identity/firebase-identity'),
    ],
    tests: [
      account('identity/identity.unlink.test'),
      account('identity/identity.link.test'),
      account('sign-in/unproven.test'),
      account('identity/identity.test'),
      'server/src/platform/identity/firebase-identity.test.ts',
    ],
  },
  {
    files: [
      practice('members/members.policy'),
      practice('members/members.service'),
      practice('settings.policy'),
      practice('invitations/invite.service'),
      practice('invitations/invitations.service'),
    ],
    tests: [
      practice('members/members.test'),
      practice('members/clinical.test'),
      practice('invitations/invitations.test'),
      practice('settings.test'),
      practice('limits.test'),
      practice('admission.test'),
      history('decided-meanwhile'),
      history('last-owner'),
      sweep('access/role-matrix'),
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
    tests: [sweep('access/row-level-security'), sweep('access/disabled-practice-filter')],
  },
]

/**
 * Mutations that change nothing a caller could see, each with the reason. Reviewed by hand; `what` is part of the
 * mutation's description.
 * @type {readonly { file: string, what: string, because: string }[]}
 */
export const equivalentMutations = [
  ...['<= becomes < in hashes.size <= fewTokens', '<= becomes > in hashes.size <= fewTokens'].map((what) => ({
    file: 'server/src/platform/sessions/sessions.reading.ts',
    what,
    because:
      'It decides in how many statements sessions are read, not which: both ways answer the same rows.',
  })),
  {
    file: 'server/src/platform/sessions/sessions.reading.ts',
    what: '|| becomes && in row.handed_over_patient === null || row.handed_over_record === null',
    because: 'The check sessions_hand_over holds that both are null or neither is.',
  },
  {
    file: 'server/src/features/accounts/sign-in/accounts.reauthentication.service.ts',
    what: '> becomes >= in person.signedInAt * 1000 > Date.now()',
    because:
      'It moves the end of five minutes by the one millisecond in which both sides are equal; a sign-in is dated in whole seconds and no caller can meet that millisecond on purpose.',
  },
]
