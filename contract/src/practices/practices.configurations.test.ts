import { describe, expect, it } from 'vitest'
import { practiceConfigurations } from './practices.configurations.ts'
import { defaultConfigurations } from './practices.defaults.ts'

const { agenda } = practiceConfigurations.shape

/** Paths of what is wrong. */
const faultsOf = (given: object): unknown[] =>
  (agenda.safeParse(given).error?.issues ?? []).map(({ path }) => path.join('.'))

describe('configurations of the agenda', () => {
  it('that were stored before have the defaults for what they do not name', () => {
    const stored = { dayStartsAt: '08:00', dayEndsAt: '20:00' }
    expect(agenda.parse(stored)).toEqual({ ...defaultConfigurations.agenda, ...stored })
    expect(agenda.parse({})).toEqual(defaultConfigurations.agenda)
    expect(defaultConfigurations.agenda).toMatchObject({
      appointmentMinutes: 60,
      lateCancelHours: 24,
      confirmationMails: false,
      reminderHours: null,
    })
  })

  it.each([
    ['appointmentMinutes', [5, 45, 480], [4, 481, 7.5, '60', null]],
    ['lateCancelHours', [0, 24, 720], [-1, 721, 0.5, '24', null]],
    ['confirmationMails', [true, false], [null, 'true', 1]],
    ['reminderHours', [null, 1, 336], [0, 337, 1.5, '24']],
    ['eveningSheets', [true, false], [null, 'true', 1]],
  ])('take for %s what lies within its limits', (key, good, bad) => {
    for (const value of good) expect(agenda.parse({ [key]: value })).toMatchObject({ [key]: value })
    for (const value of bad) expect(faultsOf({ [key]: value }), String(value)).toEqual([key])
  })

  it('want a day that ends after it starts', () => {
    expect(faultsOf({ dayStartsAt: '19:00' })).toEqual(['dayEndsAt'])
  })
})
