import { expect, it } from 'vitest'
import { selectTests } from './test-selection.mjs'

it('tests are chosen by a part of their path, those of the server, of the web app and the stories', async () => {
  const { vitest, stories } = await selectTests(['patient-list', 'features/patients/'])
  expect(stories).toEqual(['e2e/patient-list.e2e.ts'])
  expect(vitest).toContain('server/src/features/patients/patients.test.ts')
  expect(vitest.filter((file) => !file.includes('features/patients/'))).toEqual([])
})

it('a word that no test has in its path chooses none', async () => {
  expect(await selectTests(['no-such-feature'])).toEqual({ vitest: [], stories: [] })
})
