import type { Page } from '@playwright/test'

/** A mid-range phone in a slow 3G network, as Chromium's own tools have it. */
export const slowDown = async (page: Page): Promise<void> => {
  const inspector = await page.context().newCDPSession(page)
  await inspector.send('Network.enable')
  await inspector.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: 50_000,
    uploadThroughput: 50_000,
  })
  await inspector.send('Emulation.setCPUThrottlingRate', { rate: 4 })
}
