import { type FirstSteps, firstStepNames } from '@ulna/contract/first-steps/first-steps'
import type { PracticeActor } from '../../platform/sessions/actor.ts'
import { type Database, lookUp } from '../../platform/use-case.ts'
import { findFirstSteps } from './first-steps.repository.ts'

/** The first steps of the practice, each done or not by what the practice holds; nothing of a person. */
export const readFirstSteps = (db: Database, actor: PracticeActor): Promise<FirstSteps> =>
  lookUp(db, actor, async (tx) => {
    const done = await findFirstSteps(tx, actor.practiceId)
    return { steps: firstStepNames.map((name) => ({ name, done: done[name] })) }
  })
