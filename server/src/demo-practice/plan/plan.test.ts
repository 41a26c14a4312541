import { validateRecordData } from '@ulna/contract/record-class/record-class.validation'
import { describe, expect, it } from 'vitest'
import { loadModules } from '../../features/modules/modules.files.ts'
import { paths } from '../../paths.ts'
import { patientsOfTheHour } from '../hour/patients-of-the-hour.ts'
import { addDays, type Day, dayInPractice, instantAt, weekday } from './calendar.ts'
import { type DemoPlan, type PlannedRecord, planDemo } from './plan.ts'
import type { PlannedAppointment } from './planned-appointment.ts'
import { practitioners } from './staff.ts'

const friday = '2026-11-20'
const plan = planDemo(friday)
const classes = new Map(
  loadModules(paths.modules)
    .flatMap(({ classes: all }) => all)
    .map((recordClass) => [recordClass.classId, recordClass]),
)

const groupBy = <T, K>(list: readonly T[], keyOf: (one: T) => K): Map<K, T[]> => {
  const groups = new Map<K, T[]>()
  for (const one of list) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one])
  return groups
}

const localTime = (instant: string): string =>
  new Date(Date.parse(instant) - 5 * 3_600_000).toISOString().slice(11, 16)
const localDay = (instant: string): Day => dayInPractice(new Date(instant))
const minutes = ({ start, end }: PlannedAppointment): number => (Date.parse(end) - Date.parse(start)) / 60_000
const followUpsOf = ({ records }: DemoPlan): PlannedRecord[] =>
  records.filter((record) => record.sessionNumber !== null)
const casesOf = ({ records }: DemoPlan): PlannedRecord[] => records.filter((record) => record.active !== null)

const isInHours = (one: PlannedAppointment, today: Day): boolean => {
  const [from, to] = [localTime(one.start), localTime(one.end)]
  const works = from >= '07:00' && to <= '18:00' && (to <= '13:00' || from >= '14:00')
  const opens = weekday(localDay(one.start)) !== 0 || localDay(one.start) === today
  return works && opens && minutes(one) >= 40 && minutes(one) <= 60
}

const overlaps = ({ appointments }: DemoPlan): PlannedAppointment[] =>
  practitioners.flatMap((practitioner) => {
    const own = appointments.filter((one) => one.practitioner === practitioner && one.status !== 'cancelled')
    const byStart = own.sort((a, b) => a.start.localeCompare(b.start))
    return byStart.filter((one, index) => one.start < (byStart[index - 1]?.end ?? ''))
  })

const withClass = (record: PlannedRecord, data: object): unknown => {
  const recordClass = classes.get(record.classId)
  if (!recordClass) return `no class ${record.classId}`
  return validateRecordData(recordClass, record.case === null ? data : { ...data, case: record.case }).errors
}

describe('the demo practice', () => {
  it('has 200 patients with different names, and 17 months behind it', () => {
    expect(plan.patients).toHaveLength(200)
    expect(new Set(plan.patients.map(({ person }) => `${person.firstName} ${person.lastName}`)).size).toBe(
      200,
    )
    expect(new Set(plan.patients.map(({ person }) => person.socialId)).size).toBe(200)
    const months = new Set(plan.appointments.map((one) => one.start.slice(0, 7)))
    expect(months.size).toBeGreaterThanOrEqual(18)
    expect(plan.appointments.length).toBeGreaterThan(3500)
    expect(plan.records.length).toBeGreaterThan(3000)
  })

  it('is the same for the same day and another for another day', () => {
    expect(planDemo(friday)).toEqual(plan)
    expect(planDemo(addDays(friday, 1))).not.toEqual(plan)
  })

  it('holds only records that their classes accept', () => {
    const refused = plan.records.flatMap((record) => {
      const errors =
        withClass(record, record.data) ?? (record.change ? withClass(record, record.change.data) : undefined)
      return errors === undefined ? [] : [{ record, errors }]
    })
    expect(refused).toEqual([])
  })

  it('writes no text twice in the file of a patient and leaves no place open', () => {
    const written = groupBy(
      followUpsOf(plan).flatMap((record) =>
        ['patientObs', 'doctorObs', 'treatmentApplied', 'exercises'].map((field) => ({
          patient: record.patient,
          text: `${field} ${String(record.data[field])}`,
        })),
      ),
      ({ patient }) => patient,
    )
    for (const texts of written.values())
      expect(new Set(texts.map(({ text }) => text)).size).toBe(texts.length)
    expect(JSON.stringify(plan.records)).not.toMatch(/\{[a-z0-9]+[.>|}]|undefined|NaN|\(\d{2,}\)"/)
  })

  it('lets pain fall and closes many cases with an outcome', () => {
    const byCase = groupBy(followUpsOf(plan), (record) => record.case)
    const cases = casesOf(plan)
    const recovered = cases.filter((one) => one.outcome === 'recovered')
    expect(recovered.length).toBeGreaterThan(60)
    for (const one of recovered) {
      const last = byCase.get(one.key)?.at(-1)?.data.painIntensity
      expect(Number(last)).toBeLessThanOrEqual(2)
      expect(Number(last)).toBeLessThan(Number(one.data.painIntensity))
    }
    expect(cases.filter((one) => one.active).length).toBeGreaterThan(40)
    expect(
      cases.every((one) => one.active === (one.closedOn === null) && one.active === (one.outcome === null)),
    ).toBe(true)
  })

  it('gives nobody what their history forbids', () => {
    const histories = new Map(
      plan.records.filter((one) => one.type === 'med_hist').map((one) => [one.patient, one.data]),
    )
    const wrong = followUpsOf(plan).filter((record) => {
      const history = JSON.stringify([
        histories.get(record.patient)?.warning,
        histories.get(record.patient)?.allergies,
      ])
      const note = JSON.stringify(record.data)
      return (
        (/anticoag|AINES/i.test(history) && /naproxeno|ibuprofeno|diclofenaco/i.test(note)) ||
        (/marcapasos/i.test(history) && /\bTENS\b|[Ee]lectro/.test(note))
      )
    })
    expect(wrong).toEqual([])
  })

  it('has series of the team, of a group and of one patient, all with dates to come', () => {
    const bySeries = groupBy(
      plan.appointments.filter(({ series }) => series !== null),
      ({ series }) => series?.key,
    )
    expect(bySeries.size).toBe(plan.series.length)
    for (const { key, firstDay, until } of plan.series) {
      const days = bySeries.get(key)?.map(({ series }) => series?.on) ?? []
      expect([days[0], days.at(-1)]).toEqual([firstDay, until])
      expect(until > friday).toBe(true)
    }
    const own = [...bySeries.values()].filter((dates) => dates.every(({ patient }) => patient !== null))
    expect(own.map((dates) => dates.length)).toEqual([4])
  })

  it('shows every kind of appointment today', () => {
    const today = plan.appointments.filter((one) => localDay(one.start) === friday)
    const statuses = groupBy(today, (one) => one.status)
    expect([...statuses.keys()].sort()).toEqual(['arrived', 'attended', 'booked', 'cancelled', 'no_show'])
    expect(statuses.get('no_show')).toHaveLength(1)
    for (const practitioner of practitioners)
      expect(today.filter((one) => one.practitioner === practitioner).length).toBeGreaterThan(4)
  })
})

describe.each([0, 6 * 60 + 50, 12 * 60 + 20, 15 * 60, 17 * 60 + 30, 23 * 60])('at minute %i', (minute) => {
  const then = planDemo(friday, minute)
  const now = instantAt(friday, minute)
  const today = then.appointments.filter((one) => one.patient !== null && localDay(one.start) === friday)

  it('has seen whoever was to come by then, and expects whoever is to come', () => {
    for (const { start, end, status } of today) {
      if (end <= now) expect(['attended', 'no_show', 'cancelled']).toContain(status)
      if (start > instantAt(friday, minute + 10)) expect(['booked', 'cancelled']).toContain(status)
    }
  })

  it('has somebody who was treated before on the owner’s turn or next', () => {
    const [first] = patientsOfTheHour(then, new Date(now))
    expect(
      followUpsOf(then).filter((one) => one.patient === first && one.author === 0).length,
    ).toBeGreaterThan(0)
  })
})

// A Sunday, a leap day, a holiday, a Saturday the practice is closed, and the first day of a month.
describe.each(['2026-11-22', '2028-02-29', '2027-01-01', '2026-12-26', '2027-06-01'])(
  'loaded on %s',
  (today) => {
    const any = planDemo(today)

    it('books nobody over another, into lunch or outside working hours', () => {
      expect(overlaps(any)).toEqual([])
      expect(any.appointments.filter((one) => !isInHours(one, today))).toEqual([])
    })

    it('numbers the sessions of a case 1, 2, 3 by time, after the case and for the same patient', () => {
      const cases = new Map(casesOf(any).map((one) => [one.key, one]))
      for (const [key, followUps] of groupBy(followUpsOf(any), (record) => record.case)) {
        const opened = key === null ? undefined : cases.get(key)
        expect(followUps.map((one) => one.sessionNumber)).toEqual(followUps.map((_, index) => index + 1))
        const times = [opened?.occurredAt ?? '', ...followUps.map((one) => one.occurredAt)]
        expect(times).toEqual([...times].sort())
        expect(followUps.every((one) => one.patient === opened?.patient)).toBe(true)
      }
    })

    it('writes a record for every attended visit and for no other', () => {
      const attended = any.appointments.filter((one) => one.status === 'attended' && one.patient !== null)
      const controls = any.records.filter((record) => record.type === 'control')
      expect(controls).toHaveLength(attended.length)
      expect(
        any.appointments.filter((one) => localDay(one.start) > today && one.status !== 'booked'),
      ).toEqual([])
      expect(controls.filter((record) => localDay(record.occurredAt) > today)).toEqual([])
    })
  },
)
