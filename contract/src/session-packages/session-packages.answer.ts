import * as z from 'zod/mini'
import { id } from '../http/page.ts'
import { movementKinds, packageStatuses } from './session-packages.states.ts'

export const packagePerson = z.object({ id, fullName: z.string() })

const packageOwner = z.object({ id, firstName: z.string(), lastName: z.string(), fullName: z.string() })

/** What it cost, in units of the currency (ISO 4217), and what was agreed on. */
export const packageData = z.object({
  price: z.nullable(z.number()),
  currency: z.nullable(z.string()),
  notes: z.nullable(z.string()),
})

/** Prepaid sessions (specification §3). */
export const sessionPackage = z.object({
  id,
  uid: z.string(),
  version: z.int(),
  /** Who bought it. */
  ownerId: id,
  owner: packageOwner,
  doctorId: id,
  doctor: packagePerson,
  /** Everybody it serves, the owner first. */
  patients: z.array(packagePerson),
  numSessions: z.int(),
  usedSessions: z.int(),
  /** Kept for visits that are still to come. */
  reservedSessions: z.int(),
  status: z.enum(packageStatuses),
  description: z.nullable(z.string()),
  autoAdd: z.boolean(),
  packageData,
  /** The last day on which its sessions can be taken. */
  expiresOn: z.nullable(z.string()),
  cancelReason: z.nullable(z.string()),
  /** What moved its balance last. */
  lastMovement: z.object({ kind: z.enum(movementKinds), sessions: z.int(), at: z.string() }),
  /** The system that an import brought it from; null of what was sold here. */
  importedFrom: z.nullable(z.string()),
  createdAt: z.string(),
  updatedAt: z.nullable(z.string()),
})
export type SessionPackage = z.output<typeof sessionPackage>
