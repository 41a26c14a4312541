import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { verifyChains } from '../../../src/platform/audit/audit.verify.ts'
import { deriveKey } from '../../../src/platform/tokens.ts'
import { testSecret } from '../../build-test-app.ts'
import { registerOwner } from '../../factories/people.ts'
import { reportFigures } from '../../faults/figures.ts'
import { sizes } from '../../faults/sizes.ts'
import { testServer } from '../../test-practice.ts'
import { brokenRules, StoredAgenda } from './series-model.agenda.ts'
import { expectExportedLike } from './series-model.export.ts'
import { SeriesPlay } from './series-model.play.ts'
import { type Script, scriptOf } from './series-model.script.ts'

const app = await testServer({ alone: true })

const stepsOfScript = 40

const nothingBroken = {
  overlaps: 0,
  'parents that are not the first': 0,
  'days twice': 0,
  'rules unlike their series': 0,
  'empty series': 0,
  'present versions missing': 0,
  'versions with a gap': 0,
  'versions unlike their appointment': 0,
}

/** Says at which step of a script it came apart. */
const told = async (where: string, work: () => Promise<void>): Promise<void> => {
  try {
    await work()
  } catch (error) {
    throw new Error(`${where}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
}

describe('a history of series', () => {
  it(`is what the rules say after each of ${sizes.seriesSteps} steps: nothing shifts, vanishes or is booked twice, and calendar programs see the same`, {
    timeout: sizes.patienceMs,
  }, async () => {
    let steps = 0
    let refusals = 0
    let exported = 0
    const playScript = async (script: Script): Promise<void> => {
      if (steps >= sizes.seriesSteps) return
      const owner = await registerOwner(app, { timezone: script.zone })
      const play = new SeriesPlay(script, new StoredAgenda(app, owner))
      for (const [index, step] of script.steps.entries())
        await told(`step ${index}, ${JSON.stringify(step)}`, async () => {
          await play.step(step)
          expect(await brokenRules(app, owner.practiceId)).toEqual(nothingBroken)
        })
      exported += await expectExportedLike(app, owner, script.zone, play.world.rows)
      steps += play.steps
      refusals += play.refusals
    }
    await fc.assert(fc.asyncProperty(scriptOf(stepsOfScript), playScript), {
      // Some steps find nothing to do: then there are as many more scripts.
      numRuns: Math.ceil(sizes.seriesSteps / 10),
      endOnFailure: true,
    })
    const reports = await verifyChains(app.owner.queries, deriveKey(testSecret, 'audit chain'))
    expect(reports.flatMap(({ faults }) => faults)).toEqual([])
    reportFigures('series model', { steps, refusals, exported, disagreements: 0 })
  })
})
