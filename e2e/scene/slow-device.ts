import type { CDPSession, Page } from '@playwright/test'

interface Line {
  /** Milliseconds from a question until its answer begins. */
  readonly latency: number
  /** Bytes a second, each way. */
  readonly speed: number
}

const inspectorOf = async (page: Page): Promise<CDPSession> => {
  const inspector = await page.context().newCDPSession(page)
  await inspector.send('Network.enable')
  return inspector
}

const travelAt = (inspector: CDPSession, { latency, speed }: Line) =>
  inspector.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: speed,
    uploadThroughput: speed,
  })

/** A mid-range phone in a slow 3G network, as Chromium's own tools have it. */
export const slowDown = async (page: Page): Promise<void> => {
  const inspector = await inspectorOf(page)
  await travelAt(inspector, { latency: 400, speed: 50_000 })
  await inspector.send('Emulation.setCPUThrottlingRate', { rate: 4 })
}

/** A line of 10 Mbit/s and 80 ms, and nothing of the app in the browser's store. */
export const homeLine = async (page: Page): Promise<void> => {
  const inspector = await inspectorOf(page)
  await inspector.send('Network.clearBrowserCache')
  await travelAt(inspector, { latency: 80, speed: 1_250_000 })
}
