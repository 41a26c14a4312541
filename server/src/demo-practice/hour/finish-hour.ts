import { addPrice } from '../../features/receipts/prices/prices.service.ts'
import { issueReceipt } from '../../features/receipts/receipts.issue.service.ts'
import type { SignatureDependencies } from '../../features/signatures/signatures.dependencies.ts'
import { sign } from '../../features/signatures/signatures.sign.service.ts'
import type { Call, PracticeActor } from '../../platform/sessions/actor.ts'
import { type Database, lookUp } from '../../platform/use-case.ts'
import type { Filled } from '../files/attach-files.ts'
import { at } from '../plan/team.ts'
import { demoConfigurations } from './configurations.ts'
import { findLastSessions, findSoldPackages } from './hour.repository.ts'
import { ownerAtWork } from './owner-at-work.ts'

/** So many of their last sessions are signed, and so many packages of others are paid too. */
const signedSessions = 2
const paidOthers = 4

const pesos = (thousands: number): number => thousands * 100_000

const prices = [
  { name: 'Valoración inicial', minutes: 60, priceMinor: pesos(110), currency: 'COP' },
  { name: 'Sesión de fisioterapia', minutes: 40, priceMinor: pesos(80), currency: 'COP' },
]

/** The practitioner signs what they wrote, and so does the patient under the older one. */
const signSessions = async (
  deps: SignatureDependencies,
  actor: PracticeActor,
  patientId: number,
  patientName: string,
): Promise<void> => {
  const wish = { patientId, authorId: actor.doctorId ?? 0, most: signedSessions }
  const sessions = await lookUp(deps.db, actor, (tx) => findLastSessions(tx, actor.practiceId, wish))
  for (const [index, recordId] of sessions.entries()) {
    const pair = { patientId, recordId }
    if (index === 0)
      await sign(deps, actor, pair, { signed: true, signer: 'patient', typedName: patientName })
    await sign(deps, actor, pair, { signed: true, signer: 'practitioner', typedName: 'Laura Restrepo' })
  }
}

const payPackages = async (
  db: Database,
  actor: PracticeActor,
  patientIds: readonly number[],
): Promise<void> => {
  const sold = await lookUp(db, actor, (tx) => findSoldPackages(tx, actor.practiceId, patientIds, paidOthers))
  for (const { id, patientId, description, priceMinor, currency } of sold)
    await issueReceipt(db, actor, {
      patientId,
      packageId: id,
      currency,
      method: 'transfer',
      lines: [{ description, quantity: 1, unitMinor: priceMinor }],
    })
}

/**
 * What is seen first is whole: the patients of the hour have signed sessions and a package that is paid, and the practice
 * its prices. All of it is done as the owner would, with the rows in the trail that this leaves.
 */
export const finishHour = async (
  deps: SignatureDependencies,
  call: Call,
  { team, plan, patientIds, hour }: Filled,
): Promise<void> => {
  const actor = ownerAtWork(team, call, demoConfigurations)
  for (const price of prices) await addPrice(deps.db, actor, price)
  for (const key of hour) {
    const { firstName, lastName } = at(plan.patients, key).person
    await signSessions(deps, actor, at(patientIds, key), `${firstName} ${lastName}`)
  }
  await payPackages(
    deps.db,
    actor,
    hour.map((key) => at(patientIds, key)),
  )
}
