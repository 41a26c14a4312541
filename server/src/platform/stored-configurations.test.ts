import { defaultConfigurations } from '@ulna/contract/practices/practices.defaults'
import { expect, it } from 'vitest'
import { readConfigurations } from './stored-configurations.ts'

const stored = (editWindowHours: number): string => JSON.stringify({ records: { editWindowHours } })

it('what was read is kept of a thousand different configurations, so that many practices fill no memory', () => {
  const isKept = (hours: number): boolean => {
    const first = readConfigurations(stored(hours))
    return readConfigurations(stored(hours)) === first
  }
  const kept = Array.from({ length: 1100 }, (_, hours) => isKept(hours)).filter(Boolean).length
  expect(kept).toBeLessThanOrEqual(1000)
  // Test files of one process share the module: others have read a few before.
  expect(kept).toBeGreaterThan(900)
})

it('configurations have the defaults for what is absent or cannot be read', () => {
  expect(readConfigurations('{}')).toEqual(defaultConfigurations)
  expect(readConfigurations('{"records":{"relockHours":"x"},"agenda":{"dayStartsAt":"25:00"}}')).toEqual(
    defaultConfigurations,
  )
})

it('access rules that cannot be read let nobody in', () => {
  expect(() => readConfigurations('{"access":{"networks":["everywhere"]}}')).toThrow()
})

it('lines of receipts that were stored before breaks in them were refused are read as lines, the rest of them too', () => {
  const issuer = { issuerName: 'Fisio\nPrado\u202E', taxId: '900\t1', address: null, series: 'A' }
  expect(readConfigurations(JSON.stringify({ receipts: issuer })).receipts).toEqual({
    issuerName: 'Fisio Prado',
    taxId: '900 1',
    address: null,
    series: 'A',
  })
})
