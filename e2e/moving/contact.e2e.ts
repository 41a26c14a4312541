import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { bogotaOffset } from '../scene/bogota.ts'
import { tokenOf } from '../scene/colleagues.ts'
import { test } from '../scene/fixtures.ts'
import { register } from '../scene/people.ts'
import { textsIn } from '../scene/texts.ts'
import { languagesFrom } from '../scene/tier.ts'

const send = async (page: Page, path: string, data: object): Promise<{ id: number }> => {
  const headers = { authorization: `Bearer ${await tokenOf(page)}` }
  const answer = await page.request.post(`/api${path}`, { headers, data })
  expect(answer.ok(), await answer.text()).toBe(true)
  return ((await answer.json()) as { payload: { id: number } }).payload
}

const doctorOf = async (page: Page): Promise<number> => {
  const headers = { authorization: `Bearer ${await tokenOf(page)}` }
  const { payload } = await (await page.request.get('/api/auth/me', { headers })).json()
  return (payload as { doctor: { id: number } }).doctor.id
}

/** Lines of a file that were folded, as they were before (RFC 5545 §3.1, RFC 6350 §3.2). */
const unfolded = (file: Buffer): string[] => file.toString('utf8').replaceAll('\r\n ', '').split('\r\n')

/** An instant on the clock of Bogotá, as a calendar file writes it. */
const local = (time: Date): string =>
  `TZID=America/Bogota:${new Date(time.getTime() - bogotaOffset).toISOString().replaceAll(/[-:]|\.\d{3}Z/g, '')}`

for (const language of languagesFrom('es')) {
  const t = textsIn(language)

  test(`a patient’s contact goes into an address book, and the visits to come into a calendar, without a word of why (${language})`, async ({
    page,
    noise,
  }) => {
    await register(page, language)
    const { id } = await send(page, '/patient', {
      ...{ firstName: 'Íñigo', lastName: 'Peña; Lara', birthDate: '1980-02-03' },
      ...{ mobile: '600 123 123', email: 'inigo@example.test', address: 'Calle Mayor 1, 2º, Bilbao' },
      ...{ socialId: '12345678Z', note: 'Alérgico al látex' },
    })
    const start = new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000 + 3 * 86_400_000)
    const end = new Date(start.getTime() + 2_700_000)
    await send(page, '/appointment', {
      ...{ doctorId: await doctorOf(page), patientId: id, title: 'Lumbalgia', note: 'Traer radiografía' },
      ...{ start: start.toISOString(), end: end.toISOString() },
    })

    const fetch = async (item: string) => {
      await page
        .getByRole('button', { name: t('patient:head.more'), exact: true })
        .first()
        .click()
      const coming = page.waitForEvent('download')
      await page.getByRole('menuitem', { name: t(item) }).click()
      const file = await coming
      return { name: file.suggestedFilename(), lines: unfolded(await readFile(await file.path())) }
    }
    await page.goto(`/app/patient/${id}`)
    const contact = await fetch('patient:head.saveContact')
    expect(contact.name).toMatch(/^Íñigo Peña.*\.vcf$/)
    expect(contact.lines.slice(0, 2)).toEqual(['BEGIN:VCARD', 'VERSION:4.0'])
    expect(contact.lines).toContain('FN:Íñigo Peña\\; Lara')
    expect(contact.lines.filter((line) => line.startsWith('N:'))).toEqual(['N:Peña\\; Lara;Íñigo;;;'])
    const card = contact.lines.join('\n')
    for (const said of ['600', 'inigo@example.test', 'Calle Mayor 1']) expect(card).toContain(said)
    for (const unsaid of ['12345678Z', 'látex', 'Lumbalgia']) expect(card).not.toContain(unsaid)

    const visits = await fetch('patient:head.saveVisits')
    expect(visits.name).toMatch(/\.ics$/)
    const calendar = visits.lines.join('\n')
    expect(calendar).toContain('BEGIN:VCALENDAR')
    expect(visits.lines.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(1)
    expect(visits.lines).toContain(`DTSTART;${local(start)}`)
    expect(visits.lines).toContain(`DTEND;${local(end)}`)
    for (const unsaid of ['Lumbalgia', 'radiografía', 'látex']) expect(calendar).not.toContain(unsaid)
    expect(noise).toEqual([])
  })
}
