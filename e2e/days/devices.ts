import type { Browser, Page } from '@playwright/test'
import { schemesFor, violationsIn } from '../scene/faults.ts'
import type { Language } from '../scene/texts.ts'
import { byKeyboard, byMouse, byTouch, type Hand } from './hands.ts'

const touched = { hasTouch: true, isMobile: true }

export const devices = {
  phone: { viewport: { width: 360, height: 780 }, ...touched },
  tablet: { viewport: { width: 820, height: 1180 }, ...touched },
  desk: { viewport: { width: 1440, height: 900 } },
} as const

const hands: Readonly<Record<Hand['kind'], (page: Page) => Hand>> = {
  touch: byTouch,
  mouse: byMouse,
  keyboard: byKeyboard,
}

export interface Seat {
  readonly url: string
  readonly device: keyof typeof devices
  readonly kind: Hand['kind']
  readonly language: Language
}

/** Somebody's own device, with nobody signed in. */
export const sitDown = async (browser: Browser, { url, device, kind, language }: Seat): Promise<Hand> => {
  const context = await browser.newContext({
    ...devices[device],
    baseURL: url,
    reducedMotion: 'reduce',
    timezoneId: 'America/Bogota',
  })
  await context.addInitScript((chosen) => localStorage.setItem('ulna.language', chosen), language)
  return hands[kind](await context.newPage())
}

/** What axe finds at a stop of the day. */
export const faultsAt = async ({ page }: Hand, stop: string): Promise<string[]> => {
  const found = await violationsIn(page, schemesFor(stop))
  return found.map((fault) => `${stop}: ${fault}`)
}
