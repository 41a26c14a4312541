import { randomInt, randomUUID } from 'node:crypto'
import type { APIRequestContext } from '@playwright/test'
import { expect } from '@playwright/test'
import type { DemoPractice } from '../scene/demo.ts'
import { zoneAtNoon } from '../scene/noon.ts'
import type { Language } from '../scene/texts.ts'

export const patricia = { username: 'patricia', password: 'agenda-clara-63' }

interface Account {
  readonly username: string
  readonly password: string
}

type Ask = <Payload>(method: 'GET' | 'POST' | 'PUT', path: string, data?: object) => Promise<Payload>

/** Asks the server past the screen, as somebody of the demo's. */
const askAs = async (
  { url }: DemoPractice,
  request: APIRequestContext,
  { username, password }: Account,
): Promise<Ask> => {
  const entered = await request.post(`${url}/api/auth/login`, { data: { username, password } })
  expect(entered.status(), await entered.text()).toBe(200)
  const { metadata } = (await entered.json()) as { metadata: { token: string } }
  const headers = { authorization: `Bearer ${metadata.token}` }
  return async (method, path, data) => {
    const answer = await request.fetch(`${url}/api${path}`, { method, headers, data })
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true)
    return ((await answer.json()) as { payload: never }).payload
  }
}

/** What was written of a patient: nothing of it is the desk's business. */
const secrets = ['Látex de la silla', 'Manguito rotador de Patricia', 'Duerme sobre el lado derecho']

const writeFile = async (ask: Ask, ownerId: number): Promise<void> => {
  const [allergies, name, patientObs] = secrets
  const write = (recordClassId: string, kind: object, data: object) =>
    ask<{ id: number }>('POST', '/record', { ownerId, recordClassId, ...kind, data })
  await write('med_hist_default', { type: 'med_hist' }, { allergies })
  const control = { type: 'control' }
  const diagnosis = await write('case_default', { ...control, subtype: 'case' }, { name })
  await write('followup_default', { ...control, subtype: 'follow_up' }, { case: diagnosis.id, patientObs })
}

export interface Guest {
  readonly id: number
  readonly name: string
  /** As it stands in the file, and as somebody dictates it over the phone. */
  readonly phone: string
}

const register = async (ask: Ask, firstName: string): Promise<Guest> => {
  // Several mornings share a practice.
  const lastName = `Murcia ${randomUUID().slice(0, 6)}`
  const phone = `+57 3${randomInt(10, 99)} ${randomInt(100, 999)} ${randomInt(1000, 9999)}`
  const { id } = await ask<{ id: number }>('POST', '/patient', { firstName, lastName, mobile: phone })
  return { id, phone, name: `${firstName} ${lastName}` }
}

const minute = 60_000

export interface Morning {
  readonly practitioners: readonly string[]
  /** Expected about now. */
  readonly arriving: Guest
  /** Expected in half an hour. */
  readonly later: Guest
  /** Was attended, and nobody took the money. */
  readonly attended: Guest
  /** Calls; nothing is booked. */
  readonly caller: Guest
  /** Nothing of it may come to the desk. */
  readonly secrets: readonly string[]
  readonly visitOfLater: number
}

/** The demo's practice about noon, with patients of this morning's beside its own. */
export const openMorning = async (
  demo: DemoPractice,
  request: APIRequestContext,
  language: Language,
): Promise<Morning> => {
  const ask = await askAs(demo, request, demo)
  const desk = await askAs(demo, request, patricia)
  await desk('PUT', '/auth/preferences', { language })
  await ask('PUT', '/settings/practice', { timezone: zoneAtNoon() })
  const staff = await ask<{ id: number; fullName: string; bookable: boolean }[]>('GET', '/practice/doctors')
  const treating = staff.filter(({ bookable }) => bookable)
  const book = (which: number, { id }: Guest, fromMinutes: number): Promise<{ id: number }> => {
    const start = (Math.floor(Date.now() / minute) + fromMinutes) * minute
    return ask('POST', '/appointment', {
      doctorId: treating[which]?.id,
      patientId: id,
      start: new Date(start).toISOString(),
      end: new Date(start + 40 * minute).toISOString(),
      allowOverlap: true,
    })
  }
  const arriving = await register(ask, 'Mariana')
  const later = await register(ask, 'Rosa')
  const attended = await register(ask, 'Teresa')
  const caller = await register(ask, 'Elvira')
  await writeFile(ask, caller.id)
  await writeFile(ask, arriving.id)
  await book(0, arriving, 3)
  await book(2, await register(ask, 'Gladys'), 45)
  const visit = await book(1, later, 30)
  const done = await book(2, attended, -50)
  await ask('PUT', `/appointment/${done.id}`, { status: 'attended' })
  return {
    ...{ arriving, later, attended, caller, secrets },
    visitOfLater: visit.id,
    practitioners: treating.map(({ fullName }) => fullName),
  }
}
