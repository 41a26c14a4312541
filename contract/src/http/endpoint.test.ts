import { expect, it } from 'vitest'
import { permissions } from '../permissions.ts'
import { bodyLimitsOf } from './endpoint.ts'

it('of a stranger 16 kB and four thousand parts are read, of whoever is signed in 2 MiB and two hundred thousand', () => {
  expect(bodyLimitsOf({ access: 'public' })).toEqual({ bytes: 16_384, parts: 4000 })
  const usual = { bytes: 2_097_152, parts: 200_000 }
  expect(bodyLimitsOf({ access: 'signed-in' })).toEqual(usual)
  expect(bodyLimitsOf({ access: permissions.writePatients })).toEqual(usual)
})
