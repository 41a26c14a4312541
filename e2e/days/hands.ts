import type { Locator, Page } from '@playwright/test'
import { focusFault } from '../scene/keys.ts'

/** What somebody works a page with: a day is the same whichever it is. */
export interface Hand {
  readonly kind: 'touch' | 'mouse' | 'keyboard'
  readonly page: Page
  /** How often something was pressed; what is typed and how one gets there aside. */
  readonly presses: () => number
  /** What was wrong with where the keyboard stood. */
  readonly faults: readonly string[]
  press(what: Locator): Promise<void>
  /** Presses something in a place that is one stop of Tab and has arrows of its own, as an agenda. */
  pressWithin(place: Locator, what: Locator): Promise<void>
  /** Chooses in a list that the browser draws. */
  pick(field: Locator, option: string): Promise<void>
  /** Writes into a field, in the place of what stands there. */
  write(field: Locator, text: string): Promise<void>
}

/** The first of them that is to be seen: phones and desks have places of their own for the same thing. */
const seen = (what: Locator): Locator => what.filter({ visible: true }).first()

/** Longer than this a finger holds what it touches, which presses nothing: about Chromium's own limit. */
const holdMs = 450

/** How long the finger lay at the last touch of the page, in ms by the events' own clock, and whether it pressed. */
const watchFinger = (page: Page) =>
  page.evaluateHandle(() => {
    const last = { lay: 0, pressed: false }
    let from = 0
    addEventListener('touchstart', ({ timeStamp }) => (from = timeStamp), { capture: true, once: true })
    addEventListener('touchend', ({ timeStamp }) => (last.lay = timeStamp - from), {
      capture: true,
      once: true,
    })
    addEventListener('click', () => (last.pressed = true), { capture: true, once: true })
    return last
  })

/** A tap. On a busy machine one may take so long that it is a hold: then a person tries again. */
const tap = async (page: Page, what: Locator): Promise<void> => {
  const finger = await watchFinger(page)
  await what.tap()
  // Where the page went elsewhere with it there is nothing left to be asked.
  const isHold = await finger
    .evaluate((last, limit) => last.lay > limit && !last.pressed, holdMs)
    .catch(() => false)
  if (isHold) await tap(page, what)
}

const pointer = (page: Page, kind: 'touch' | 'mouse'): Hand => {
  let presses = 0
  const press = async (what: Locator): Promise<void> => {
    presses += 1
    await (kind === 'touch' ? tap(page, seen(what)) : seen(what).click())
  }
  return {
    ...{ kind, page, press, faults: [] },
    pressWithin: (_place, what) => press(what),
    // The list stands outside the page: what a finger does there is the browser's own.
    pick: async (field, option) => {
      presses += 1
      await seen(field).selectOption(option)
    },
    presses: () => presses,
    write: async (field, text) => {
      await press(field)
      presses -= 1
      await seen(field).fill(text)
    },
  }
}

export const byTouch = (page: Page): Hand => pointer(page, 'touch')
export const byMouse = (page: Page): Hand => pointer(page, 'mouse')

type Standing = 'there' | 'nowhere' | 'before' | 'after' | 'beside before' | 'beside after'

/** Where the keyboard stands, seen from an element: radios of one group are moved through by arrows. */
const standing = (what: Locator, isWithin: boolean): Promise<Standing> =>
  what.evaluate((element, within): Standing => {
    const active = document.activeElement
    if (active === element || (within && element.contains(active))) return 'there'
    if (!active || active === document.body) return 'nowhere'
    const isBehind = (active.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING) !== 0
    const side = isBehind ? 'after' : 'before'
    const groupOf = (one: Element) =>
      one.getAttribute('role') === 'radio'
        ? one.closest('[role=radiogroup]')
        : one.matches('input[type=radio]') && one.getAttribute('name')
    const isOfGroup = Boolean(groupOf(element)) && groupOf(active) === groupOf(element)
    return isOfGroup ? `beside ${side}` : side
  }, isWithin)

const keyFrom: Readonly<Record<Exclude<Standing, 'there'>, string>> = {
  nowhere: 'Tab',
  before: 'Tab',
  after: 'Shift+Tab',
  'beside before': 'ArrowRight',
  'beside after': 'ArrowLeft',
}

const mostSteps = 150

/** The arrows that lead from what has the keyboard to an element, the better one first; none: it is there. */
const arrowsTo = (what: Locator): Promise<string[]> =>
  what.evaluate((element) => {
    const active = document.activeElement
    if (active === element || !active) return []
    const [here, there] = [active.getBoundingClientRect(), element.getBoundingClientRect()]
    const isAside = there.left >= here.right - 2 || there.right <= here.left + 2
    const across = there.left + there.width / 2 > here.left + here.width / 2 ? 'ArrowRight' : 'ArrowLeft'
    const along = there.top + there.height / 2 > here.top + here.height / 2 ? 'ArrowDown' : 'ArrowUp'
    return isAside ? [across, along] : [along, across]
  })

const activeOf = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { x = 0, y = 0 } = document.activeElement?.getBoundingClientRect() ?? {}
    return `${document.activeElement?.getAttribute('aria-label')} ${Math.round(x)} ${Math.round(y)}`
  })

/** Walks by arrows; where one leads in a circle the other is taken. */
const walk = async (page: Page, what: Locator): Promise<void> => {
  const gone = new Set<string>()
  for (let step = 0; step < mostSteps; step += 1) {
    const arrows = await arrowsTo(what)
    if (arrows.length === 0) return
    const from = await activeOf(page)
    const arrow = arrows.find((one) => !gone.has(`${one} ${from}`)) ?? arrows[0] ?? ''
    gone.add(`${arrow} ${from}`)
    await page.keyboard.press(arrow)
  }
  throw new Error(`the arrows never reached ${what}`)
}

/** Goes there as somebody without a mouse does, and notes each stop at which the eye loses the keyboard. */
const goTo = async (page: Page, what: Locator, isWithin: boolean): Promise<string[]> => {
  const faults: string[] = []
  for (let step = 0; step < mostSteps; step += 1) {
    const where = await standing(what, isWithin)
    if (where === 'there') return faults
    await page.keyboard.press(keyFrom[where])
    const fault = await focusFault(page)
    if (fault) faults.push(fault)
  }
  throw new Error(`the keyboard never reached ${what}`)
}

/** Links, buttons and whatever opens take Enter; what is ticked or chosen takes a space. */
const keyOf = (what: Locator): Promise<string> =>
  what.evaluate((element) =>
    element.matches('input[type=checkbox], input[type=radio], [role=checkbox], [role=radio]')
      ? 'Space'
      : 'Enter',
  )

export const byKeyboard = (page: Page): Hand => {
  let presses = 0
  const faults: string[] = []
  const reach = async (what: Locator, isWithin = false): Promise<void> => {
    await what.waitFor()
    faults.push(...(await goTo(page, what, isWithin)))
  }
  return {
    ...{ kind: 'keyboard', page, faults },
    presses: () => presses,
    press: async (what) => {
      await reach(seen(what))
      presses += 1
      await page.keyboard.press(await keyOf(seen(what)))
    },
    pressWithin: async (place, what) => {
      await reach(seen(place), true)
      await walk(page, what)
      const fault = await focusFault(page)
      if (fault) faults.push(fault)
      presses += 1
      await page.keyboard.press('Enter')
    },
    pick: async (field, option) => {
      await reach(seen(field))
      presses += 1
      await page.keyboard.type(option)
    },
    write: async (field, text) => {
      await reach(seen(field))
      await page.keyboard.press('Control+a')
      await page.keyboard.type(text)
    },
  }
}
