/** `npm run test:long` asks for the sample sizes of promises.md; `npm test` runs a small share of them. */
const long = [process.env.TEST_TIER, process.env.TEST_SIZE].includes('long')

/** Mutations of guards are looked for on every route, whatever the sizes are. */
const everyRoute = long || process.env.TEST_ROUTES === 'every'

/** Every sample size of the fault and history tests. */
export const sizes = long
  ? {
      nodeKills: 100,
      databaseKills: 100,
      socketRemovals: 100,
      /** How many processes share a database; how often each is killed, and how often all are replaced by another version. */
      processes: 3,
      processKills: 20,
      rollingUpgrades: 10,
      bothKills: 50,
      writers: 50,
      /** A kill comes at a random moment within this time, in milliseconds. */
      loadMs: 5000,
      /** A7 and A8: how long, and by how many, the database is asked while something is wrong with it. */
      slowMs: 60_000,
      slowReaders: 100,
      slowAnswerMs: 10_000,
      liveMs: 200,
      recoveryMs: 5000,
      brokenMs: 60_000,
      /** A4: how long the disk of the database stays full, and until when all goes on once there is room. */
      fullMs: 30_000,
      roomMs: 60_000,
      /** Which part of all calls succeeds, at least, without being made again. */
      success: 0.95,
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
      /** A million is the promise of a night. */
      apiSteps: 300_000,
      signRounds: 1000,
      packageUses: 1000,
      packageRacers: 50,
      fhirFiles: 300,
      /** All of the demo. */
      fhirPatients: 1000,
      packageSteps: 100_000,
      courseSteps: 20_000,
      classRuns: 300,
      roundTrips: 300,
      merges: 300,
      moveKills: 100,
      ownerExportKills: 50,
      retentionHistories: 10_000,
      retentionErasures: 300,
      reminders: 10_000,
      workerKills: 200,
      importKills: 200,
      handOverKills: 100,
      backupKills: 50,
      migrationKills: 1000,
      upgradeKills: 25,
      /** Between the moments at which an upgrade of PostgreSQL is killed. */
      upgradeKillMs: 400,
      restoreKills: 50,
      importedVisits: 5000,
      /** Of so many kills, how many may come between a mail that was taken and the row that says so. */
      mailsTwice: 1,
      tamperings: 1000,
      fuzzRuns: 200,
      cleanTrails: 100,
      trailWriters: 200,
      trailRows: 100_000,
      mailsAway: 3400,
      /** Within this time a hostile picture is refused: two seconds are the promise. */
      refusalMs: 2000,
      /** Within this time a server that was killed is ready again: the promise is 10 s on a quiet machine. */
      readyMs: 30_000,
      /** Within this time the folder of the socket is healed (docs/decisions/0038-embedded-access.md). */
      healMs: 15_000,
      /** Within this time everybody works again once a standby was promoted. */
      promotedMs: 30_000,
      /** Within this time it works again once the database is back. */
      backMs: 10_000,
      /** Within this time somebody who asks while it is away is told so. */
      toldMs: 15_000,
      /** Within this time somebody who lost the right to listen hears nothing more: five seconds are the promise. */
      endMs: 5000,
      /** So long nobody else is served while one text is looked at. */
      blockMs: 50,
      /** Nobody waits so long for a statement that would sleep for five seconds. */
      sleepMs: 5000,
      /** Whether every endpoint is asked, or only those of the daily work. */
      everyEndpoint: true,
      /** One in how many cases of a rule is played: 1 is all of them. */
      share: {
        statements: 1,
        tables: 1,
        endpoints: 1,
        routes: 1,
        visits: 1,
        inputs: 1,
        samples: 1,
        attacks: 1,
        payloads: 1,
      },
      /** How long one test may take, in milliseconds. */
      patienceMs: 4 * 3_600_000,
    }
  : {
      nodeKills: 1,
      databaseKills: 2,
      socketRemovals: 1,
      processes: 2,
      processKills: 1,
      rollingUpgrades: 1,
      bothKills: 1,
      writers: 8,
      loadMs: 200,
      slowMs: 2500,
      slowReaders: 8,
      slowAnswerMs: 120_000,
      liveMs: 120_000,
      recoveryMs: 120_000,
      brokenMs: 1000,
      fullMs: 3000,
      roomMs: 120_000,
      success: 0,
      awayMs: 2000,
      answersAfterReturn: 200,
      conflictRounds: 50,
      overlapRounds: 4,
      overlapRacers: 12,
      edits: 60,
      lockRounds: 4,
      scrubbedFiles: 1000,
      ownerRounds: 25,
      seriesSteps: 120,
      apiSteps: 240,
      signRounds: 22,
      packageUses: 200,
      packageRacers: 50,
      fhirFiles: 30,
      fhirPatients: 12,
      packageSteps: 120,
      courseSteps: 60,
      classRuns: 60,
      roundTrips: 2,
      merges: 12,
      moveKills: 1,
      ownerExportKills: 1,
      retentionHistories: 400,
      retentionErasures: 12,
      reminders: 60,
      workerKills: 1,
      importKills: 2,
      handOverKills: 2,
      backupKills: 1,
      migrationKills: 2,
      upgradeKills: 1,
      upgradeKillMs: 400,
      restoreKills: 1,
      importedVisits: 1200,
      mailsTwice: 2,
      tamperings: 40,
      fuzzRuns: 5,
      cleanTrails: 8,
      trailWriters: 40,
      trailRows: 2000,
      mailsAway: 15,
      // Shorter than what a decoder has before it is stopped: it refused by itself, on however busy a machine.
      refusalMs: 55_000,
      readyMs: 120_000,
      healMs: 60_000,
      promotedMs: 120_000,
      backMs: 120_000,
      toldMs: 120_000,
      endMs: 120_000,
      blockMs: 300_000,
      sleepMs: 300_000,
      everyEndpoint: false,
      share: {
        statements: 48,
        tables: 10,
        endpoints: 11,
        routes: everyRoute ? 1 : 11,
        /** Routes, or calls of each, of a sweep in which each takes a while. */
        visits: everyRoute ? 1 : 8,
        inputs: everyRoute ? 1 : 22,
        samples: 4,
        attacks: 10,
        payloads: 240,
      },
      patienceMs: 900_000,
    }

/** One in `each` of the cases, beginning with the one at `from`: always the same ones. */
export const dealt = <T>(cases: readonly T[], each: number, from = 0): T[] =>
  cases.filter((_, at) => at % each === from % each)
