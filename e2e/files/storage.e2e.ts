import { rename } from 'node:fs/promises'
import path from 'node:path'
import { expect } from '@playwright/test'
import { faultsAtEachSize } from '../scene/faults.ts'
import { photo } from '../scene/file-samples.ts'
import { test } from '../scene/fixtures.ts'
import { registerOnToday } from '../scene/people.ts'
import { textsIn } from '../scene/texts.ts'
import { languagesFrom } from '../scene/tier.ts'

/** Within which the figure of A5 has to be met. */
const soon = { timeout: 120_000 }

for (const language of languagesFrom('es')) {
  const t = textsIn(language)
  test(`A5 the owner is told within a minute that files cannot be stored, and that they can again (${language})`, async ({
    page,
    ulna,
    noise,
  }) => {
    const files = path.join(ulna.dataDirectory, 'files')
    await registerOnToday(page, language)
    const token = await page.evaluate(() => sessionStorage.getItem('appToken') ?? '')
    const headers = { authorization: `Bearer ${token}` }
    const { buffer } = await photo('a.jpg', '#888')
    const logo = {
      data: `data:image/jpeg;base64,${buffer.toString('base64')}`,
      fileName: 'a',
      contentType: 'b',
    }
    const practice = { name: 'Columna', logo }
    // The store is made with the first file.
    expect((await page.request.put('/api/settings/practice', { headers, data: practice })).ok()).toBe(true)
    await rename(files, `${files}-away`)
    const notice = page.getByRole('alert').filter({ hasText: t('storage:title') })
    const found: string[] = []
    try {
      await expect(notice).toBeVisible(soon)
      await expect(notice).toContainText(t('storage:away'))
      await page.emulateMedia({ reducedMotion: 'reduce' })
      found.push(...(await faultsAtEachSize(page, 'notice')))
    } finally {
      await rename(`${files}-away`, files)
    }
    await expect(notice).toBeHidden(soon)
    expect(found).toEqual([])
    expect(noise).toEqual([])
  })
}
