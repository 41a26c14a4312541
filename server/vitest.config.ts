import { defineConfig } from 'vitest/config'

const isLongTier = process.env.TEST_TIER === 'long'
const isSecondDatabase = process.env.TEST_DATABASE === 'debian15'
// The supervisor's own tests do not depend on which PostgreSQL the other tests use.
const ofOneDatabase = isSecondDatabase ? ['src/platform/embedded-postgres/**'] : []
// Nor do uploads, pictures, papers, mails, passwords and what is said to other systems: the database decides nothing in
// them that the features beside them do not ask it too. The same goes for a door, a killed process and a statement that
// fails. The long tier asks both databases everything.
const ofFirstDatabase =
  isSecondDatabase && !isLongTier
    ? [
        'test/sweeps/!(access)/**',
        'test/sweeps/access/!(row-level-security).test.ts',
        'test/faults/**',
        'test/histories/{random-classes,series-server-zone,trail-tampering}.test.ts',
        'test/bench/**',
        'test/{openapi-client,practice-header}.test.ts',
        'src/*.test.ts',
        'src/platform/*.test.ts',
        'src/platform/{files,http,identity,mail,papers,pictures,sessions}/**',
        'src/demo-practice/**',
        'src/features/{calendar-feeds,contact,events,files,installation,modules,news,papers,signatures,snippets}/**',
        'src/features/accounts/**',
        'src/features/practices/practices.{limits,settings,admission}.test.ts',
        'src/features/reminders/!(reminders.test.ts|reminders.zones.test.ts)',
        // What they read and write of the database their first file asks; the others ask what becomes of it.
        'src/features/{backups,erasures,hand-overs,imports,patient-copies,practice-deletions,practice-moves}/**/*.*.test.ts',
        'src/features/fhir/{fields,history,mapping,validation}/**',
      ]
    : []
// They measure, which takes a machine that does nothing else: `npm run test:long`.
const ofLongTier = isLongTier ? [] : ['**/*.long.test.ts']

export default defineConfig({
  test: {
    // Projects run one after the other: the machine has two cores.
    sequence: { groupOrder: 3 },
    name: 'server',
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: [...ofOneDatabase, ...ofFirstDatabase, ...ofLongTier],
    globalSetup: ['test/postgres-global-setup.ts'],
    setupFiles: ['../scripts/testing/draws.setup.mjs', 'test/statements/statements.setup.ts'],
    // No promise: only what never ends ends here, on a busy machine too.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
    // One more than there are cores: many files wait, for a process to stop or a database to come back.
    maxWorkers: 3,
    // Files of one worker share a server and a database (test/test-practice.ts), and to read the whole server anew for
    // each of two hundred files took a third of the time of the run.
    isolate: false,
  },
})
