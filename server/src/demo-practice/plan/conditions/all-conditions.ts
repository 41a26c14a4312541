import type { Condition } from '../condition.ts'
import { carpalTunnel, lateralElbowPain, wristFracture } from './arm.ts'
import { ankleSprain, plantarFasciitis } from './foot-and-ankle.ts'
import {
  hipReplacement,
  kneeOsteoarthritis,
  ligamentReconstruction,
  patellarTendinopathy,
} from './knee-and-hip.ts'
import { frozenShoulder, rotatorCuff } from './shoulder.ts'
import { lowBackPain, neckPain, sciatica } from './spine.ts'

/** What people come to the demo practice with. */
export const conditions: readonly Condition[] = [
  rotatorCuff,
  frozenShoulder,
  lowBackPain,
  sciatica,
  neckPain,
  ligamentReconstruction,
  kneeOsteoarthritis,
  patellarTendinopathy,
  hipReplacement,
  ankleSprain,
  plantarFasciitis,
  lateralElbowPain,
  carpalTunnel,
  wristFracture,
]
