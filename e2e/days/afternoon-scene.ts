import { expect, type Page } from '@playwright/test'
import { zoneAtNoon } from '../scene/noon.ts'
import type { Language } from '../scene/texts.ts'
import { get, openScene, post, type Scene, tokenOf, writeFollowUp } from '../scene/writing-scene.ts'

/** By which the device is taken back from a patient. */
export const shortCode = '407193'
export const allergy = 'Látex'
export const told = 'Duerme sobre el lado derecho.'
export const sessions = 8

/** Changes something past the screen, as who is signed in there. */
export const put = async (page: Page, path: string, data: object): Promise<void> => {
  const headers = { authorization: `Bearer ${await tokenOf(page)}` }
  const answer = await page.request.put(`/api${path}`, { headers, data })
  expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true)
}

export interface Afternoon extends Scene {
  /** The session that was written. */
  readonly recordId: number
  readonly visitId: number
}

/** Somebody who waits in the room: with an allergy, a diagnosis, a session that was written, and a package. */
export const openAfternoon = async (page: Page, language: Language): Promise<Afternoon> => {
  const scene = await openScene(page, language)
  const { patientId } = scene
  // A practice that has been set up long ago.
  const configurations = { firstSteps: { dismissed: true } }
  await put(page, '/settings/practice', { timezone: zoneAtNoon(), configurations })
  await put(page, '/auth/shortCode', { code: shortCode })
  const me = await get<{ doctor: { id: number } }>(page, '/auth/me')
  const history = { type: 'med_hist', recordClassId: 'med_hist_default', data: { allergies: allergy } }
  await post(page, '/record', { ownerId: patientId, ...history })
  const { id: recordId } = await writeFollowUp(page, scene, { painIntensity: 6, patientObs: told })
  const doctorId = me.doctor.id
  await post(page, '/sessionpackage', { ownerId: patientId, doctorId, numSessions: sessions, autoAdd: true })
  const start = Math.floor(Date.now() / 60_000) * 60_000
  const times = { start: new Date(start).toISOString(), end: new Date(start + 2_400_000).toISOString() }
  const { id } = await post(page, '/appointment', { doctorId, patientId, ...times })
  await put(page, `/appointment/${id}`, { status: 'arrived' })
  return { ...scene, recordId, visitId: id }
}
