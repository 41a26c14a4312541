/** `npm run test:long` asks for the sample sizes of reliability.md; `npm test` runs a small share of them. */
const long = [process.env.TEST_TIER, process.env.TEST_SIZE].includes('long')

/** Every sample size of the fault and history tests. */
export const sizes = long
  ? {
      nodeKills: 100,
      databaseKills: 100,
      bothKills: 50,
      writers: 50,
      /** A kill comes at a random moment within this time, in milliseconds. */
      loadMs: 5000,
      awayMs: 30_000,
      answersAfterReturn: 5000,
      conflictRounds: 1000,
      overlapRounds: 50,
      overlapRacers: 100,
      edits: 1000,
      lockRounds: 1000,
      scrubbedFiles: 10_000,
      ownerRounds: 500,
      seriesSteps: 100_000,
      /** The long run looks for what nobody has thought of; the short one tells whether what was right still is. */
      seriesSeed: undefined,
      signRounds: 1000,
      packageUses: 1000,
      packageRacers: 50,
      packageSteps: 100_000,
      packageSeed: undefined,
      courseSteps: 20_000,
      courseSeed: undefined,
      reminders: 10_000,
      workerKills: 200,
      mailsAway: 3400,
      /** Or only those of the daily work. */
      everyEndpoint: true,
      /** Of one test, in milliseconds. */
      patienceMs: 4 * 3_600_000,
    }
  : {
      nodeKills: 3,
      databaseKills: 2,
      bothKills: 1,
      writers: 12,
      loadMs: 700,
      awayMs: 4000,
      answersAfterReturn: 400,
      conflictRounds: 50,
      overlapRounds: 4,
      overlapRacers: 12,
      edits: 60,
      lockRounds: 4,
      scrubbedFiles: 1000,
      ownerRounds: 25,
      seriesSteps: 240,
      seriesSeed: 707,
      signRounds: 22,
      packageUses: 200,
      packageRacers: 50,
      packageSteps: 120,
      packageSeed: 808,
      courseSteps: 60,
      courseSeed: 909,
      reminders: 120,
      workerKills: 2,
      mailsAway: 15,
      everyEndpoint: false,
      patienceMs: 300_000,
    }
