import type { Locator, Page } from '@playwright/test'
import { bogotaOffset, todayInBogota } from './bogota.ts'
import type { Texts } from './texts.ts'

/** A practice with an agenda, spoken to past the screen: what colleagues do meanwhile, and what is stored. */
export interface Agenda {
  readonly doctorId: number
  readonly patients: Readonly<Record<string, number>>
  /** Books as a colleague does. */
  readonly book: (patient: string, day: string, time: string) => Promise<void>
  /** What stands for a patient, by start: `2026-03-16 10:00`. */
  readonly visitsOf: (patient: string) => Promise<string[]>
  readonly change: (id: number, change: Record<string, unknown>) => Promise<void>
  readonly remove: (id: number) => Promise<void>
  readonly idsOf: (patient: string) => Promise<number[]>
}

interface Visit {
  id: number
  start: string
  patientName: string | null
}

const instantOf = (day: string, time: string): string =>
  new Date(Date.parse(`${day}T${time}:00.000Z`) + bogotaOffset).toISOString()

const wallOf = (instant: string): string =>
  new Date(Date.parse(instant) - bogotaOffset).toISOString().slice(0, 16).replace('T', ' ')

export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

/** The Monday after next: far enough ahead to be booked, near enough to be seen. */
export const comingMonday = (): string => {
  const today = todayInBogota()
  const weekday = new Date(`${today}T12:00:00Z`).getUTCDay() || 7
  return dayAfter(today, 15 - weekday)
}

export const openAgenda = async (page: Page, names: readonly string[]): Promise<Agenda> => {
  const token = await page.evaluate(() => sessionStorage.getItem('appToken') ?? '')
  const headers = { authorization: `Bearer ${token}` }
  const post = async (path: string, data: unknown): Promise<{ payload: { id: number } }> => {
    const answer = await page.request.post(`/api${path}`, { headers, data })
    if (!answer.ok()) throw new Error(`${path}: ${await answer.text()}`)
    return (await answer.json()) as { payload: { id: number } }
  }
  const me = (await (await page.request.get('/api/auth/me', { headers })).json()) as {
    payload: { doctor: { id: number }; practice: { id: number } }
  }
  const { doctor: practitioner, practice } = me.payload
  const patients: Record<string, number> = {}
  for (const name of names) {
    const [firstName = '', ...rest] = name.split(' ')
    patients[name] = (await post('/patient', { firstName, lastName: rest.join(' ') })).payload.id
  }
  const visits = async (name: string): Promise<Visit[]> => {
    const first = dayAfter(comingMonday(), -60)
    const path = `/api/calendar/appointments/${practice.id}/${first}/${dayAfter(first, 400)}`
    const { payload } = (await (await page.request.get(path, { headers })).json()) as {
      payload: { events: Visit[] }[]
    }
    return payload.flatMap(({ events }) => events).filter(({ patientName }) => patientName === name)
  }
  return {
    doctorId: practitioner.id,
    patients,
    book: async (name, day, time) => {
      const start = instantOf(day, time)
      const end = new Date(Date.parse(start) + 45 * 60_000).toISOString()
      await post('/appointment', { doctorId: practitioner.id, patientId: patients[name], start, end })
    },
    visitsOf: async (name) => (await visits(name)).map(({ start }) => wallOf(start)).sort(),
    idsOf: async (name) => (await visits(name)).map(({ id }) => id),
    change: async (id, data) => {
      const answer = await page.request.put(`/api/appointment/${id}`, { headers, data })
      if (!answer.ok()) throw new Error(`the change was refused: ${await answer.text()}`)
    },
    remove: async (id) => {
      const answer = await page.request.delete(`/api/appointment/${id}`, { headers })
      if (!answer.ok()) throw new Error(`it was not removed: ${await answer.text()}`)
    },
  }
}

/** Fills the form of a new weekly series of six at ten o'clock, up to the list of its dates. */
export const askForSeries = async (page: Page, t: Texts, day: string, patient: string): Promise<Locator> => {
  await page.goto(`/app/calendar?day=${day}`)
  await page
    .getByRole('button', { name: t('calendar:new') })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: t('calendar:form.patient'), exact: true }).fill(patient)
  await page.getByRole('option', { name: patient }).click()
  await dialog.getByLabel(t('calendar:form.start'), { exact: true }).fill('10:00')
  await dialog.getByLabel(t('series:form.repeat')).selectOption('week')
  await dialog.getByLabel(t('series:form.count')).fill('6')
  await dialog.getByRole('button', { name: t('calendar:form.book') }).click()
  const list = page.getByRole('dialog', { name: t('series:title.book') })
  await list.getByRole('region', { name: t('series:list.label') }).waitFor()
  return list
}
