import { asOneLine } from '@ulna/contract/http/text'
import {
  accessRules,
  type PracticeConfigurations,
  practiceConfigurations,
} from '@ulna/contract/practices/practices.configurations'
import { defaultConfigurations } from '@ulna/contract/practices/practices.defaults'
import * as z from 'zod/mini'

/** Lines that were stored before breaks in them were refused are read as lines. */
const straight = <T extends object>(group: T): T =>
  Object.fromEntries(
    Object.entries(group).map(([key, value]) => [key, typeof value === 'string' ? asOneLine(value) : value]),
  ) as T

const readConfigurationsAnew = (stored: string): PracticeConfigurations => {
  const given = JSON.parse(stored) as Partial<Record<keyof PracticeConfigurations, object>>
  const { records, agenda, packages, receipts, retention, firstSteps } = practiceConfigurations.shape
  const readRecords = z.safeParse(records, { ...defaultConfigurations.records, ...given.records })
  const readAgenda = z.safeParse(agenda, { ...defaultConfigurations.agenda, ...given.agenda })
  const readPackages = z.safeParse(packages, { ...defaultConfigurations.packages, ...given.packages })
  const readReceipts = z.safeParse(
    receipts,
    straight({ ...defaultConfigurations.receipts, ...given.receipts }),
  )
  const readRetention = z.safeParse(retention, { ...defaultConfigurations.retention, ...given.retention })
  const readFirstSteps = z.safeParse(firstSteps, { ...defaultConfigurations.firstSteps, ...given.firstSteps })
  return {
    records: readRecords.data ?? defaultConfigurations.records,
    agenda: readAgenda.data ?? defaultConfigurations.agenda,
    packages: readPackages.data ?? defaultConfigurations.packages,
    receipts: readReceipts.data ?? defaultConfigurations.receipts,
    // A term that cannot be read makes no file due.
    retention: readRetention.data ?? defaultConfigurations.retention,
    // Rules that cannot be read keep everybody out rather than let everybody in.
    access: z.parse(accessRules, { ...defaultConfigurations.access, ...given.access }),
    firstSteps: readFirstSteps.data ?? defaultConfigurations.firstSteps,
  }
}

const known = new Map<string, PracticeConfigurations>()
const mostKnown = 1000

/** Stored configurations with the defaults for what is absent. Practices differ little: what was read is kept. */
export const readConfigurations = (stored: string): PracticeConfigurations => {
  const found = known.get(stored)
  if (found) return found
  const configurations = readConfigurationsAnew(stored)
  if (known.size < mostKnown) known.set(stored, configurations)
  return configurations
}
