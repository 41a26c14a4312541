import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { openSignedIn, test } from '../scene/demo.ts'
import { faultsAtEachSize } from '../scene/faults.ts'
import { textsIn } from '../scene/texts.ts'
import { languagesFrom } from '../scene/tier.ts'

/** Names of files stand in a zip as they are; what is in them is held by practitioner-copies.test.ts. */
const holds = (zip: Buffer, name: string): boolean => zip.includes(name)

for (const language of languagesFrom('es')) {
  test(`an owner signs off what a practitioner takes along, in ${language}`, async ({ browser, demo }) => {
    const t = textsIn(language)
    // The demo practice may have a copy from another language's story.
    const reason = `Abro mi propia consulta (${language})`
    const page = await openSignedIn(browser, demo, { language }, t)
    await page.goto('/app/settings/profile')
    await page.getByRole('button', { name: t('practitionerCopies:ask'), exact: true }).click()
    const asking = page.getByRole('dialog')
    await asking.getByLabel(t('practitionerCopies:reason')).fill(reason)
    expect(await faultsAtEachSize(page, 'asking for one’s records')).toEqual([])
    await asking.getByRole('button', { name: t('practitionerCopies:send'), exact: true }).click()
    const row = page.locator('li').filter({ hasText: reason })
    await expect(row).toBeVisible()

    await page.goto('/app/settings/members')
    await page.getByRole('button', { name: t('practitionerCopies:signOff'), exact: true }).click()
    const deciding = page.getByRole('dialog')
    await deciding.getByLabel(t('practitionerCopies:ground')).fill('Los pacientes lo aceptaron')
    await deciding.getByLabel(t('practitionerCopies:withNames')).check()
    expect(await faultsAtEachSize(page, 'signing records off')).toEqual([])
    await deciding.getByRole('button', { name: t('practitionerCopies:signOff'), exact: true }).click()
    await expect(row.getByText(t('practitionerCopies:state.ready'), { exact: true })).toBeVisible({
      timeout: 120_000,
    })
    expect(await faultsAtEachSize(page, 'records that lie ready')).toEqual([])
    const coming = page.waitForEvent('download')
    await row.getByRole('button', { name: t('practitionerCopies:fetchOf', { at: '' }).trim() }).click()
    const zip = await readFile(await (await coming).path())
    for (const name of ['index.html', 'manifest.json', 'manifest.sig', 'entries.html'])
      expect(holds(zip, name), name).toBe(true)

    await row.getByRole('button', { name: t('practitionerCopies:removeOf', { at: '' }).trim() }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('practitionerCopies:remove'), exact: true })
      .click()
    await expect(row.getByText(t('practitionerCopies:state.removed'), { exact: true })).toBeVisible()
  })
}
