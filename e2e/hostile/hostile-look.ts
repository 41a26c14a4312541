import type { BrowserContext, Page } from '@playwright/test'
import { quietOf } from '../scene/quiet.ts'

/** What came to life anywhere in a browser: code that ran, dialogs, requests to somebody else. */
export interface Watch {
  readonly happened: string[]
  /** Ends when nothing has been on its way to the server for a moment, and what came is on the screen. */
  readonly settle: (page: Page) => Promise<void>
  /** Everything wrong with what the page shows now; `texts` have to be in it, letter by letter. */
  readonly look: (page: Page, what: string, texts?: readonly string[]) => Promise<string[]>
}

/** One view of the app in which a text of somebody may stand. */
export interface View {
  readonly name: string
  readonly path: string
  /** Opens what the view hides. */
  readonly open?: (page: Page) => Promise<void>
  /** Shows all of what stands there already. */
  readonly unfold?: (page: Page) => Promise<void>
  /** What has to stand in it whole. */
  readonly texts?: readonly string[]
}

/** Blanks are folded by a page: they are no part of the comparison. */
const withoutBlanks = (text: string): string => text.replaceAll(/\s/g, '')

/** What no page of ours has, and what only a hostile text leads to. */
const strangers = [
  '[data-hostile]',
  'script:not([src])',
  'body :is(script, iframe, object, embed, applet, base, meta, link, math, foreignObject, marquee, isindex, plaintext, xmp, listing, noembed, template, xss-element)',
  'head > :is(base, iframe, object)',
  ':is([src], [href], [action], [formaction], [data], [ping], [background], [srcset], [style])[data-hostile]',
  ...['src', 'href', 'action', 'formaction', 'data', 'ping', 'background', 'srcset', 'style'].flatMap(
    (name) => [`[${name}*="hostile.invalid" i]`, `[${name}*="script:" i]`, `[${name}*="__xss"]`],
  ),
].join(',')

const readPage = (page: Page): Promise<{ text: string; odd: string[]; title: string }> =>
  page.evaluate((selector) => {
    const fields = [...document.querySelectorAll<HTMLInputElement>('input, textarea')]
    const handlers = [...document.querySelectorAll('*')].filter((element) =>
      element.getAttributeNames().some((name) => name.startsWith('on') || name === 'srcdoc'),
    )
    const odd = [...document.querySelectorAll(selector), ...handlers]
    return {
      text: [document.body.textContent, ...fields.map(({ value }) => value)].join('\n'),
      odd: odd.map((element) => element.outerHTML.slice(0, 200)),
      title: document.title,
    }
  }, strangers)

/** The page, once everything that has to be in it has come, or has had its time to. */
const readWhole = async (page: Page, expected: readonly string[]) => {
  for (let waited = 0; ; waited += 100) {
    const read = await readPage(page)
    const shown = withoutBlanks(read.text)
    const missing = expected.filter((one) => !shown.includes(withoutBlanks(one)))
    if (missing.length === 0 || waited > 3000) return { ...read, missing }
    await page.waitForTimeout(100)
  }
}

export const watch = async (context: BrowserContext, texts: readonly string[]): Promise<Watch> => {
  const happened: string[] = []
  await context.exposeBinding('__xss', ({ page }) => void happened.push(`ran in ${page.url()}`))
  context.on('dialog', (dialog) => {
    happened.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  context.on('request', (request) => {
    const { hostname, pathname } = new URL(request.url())
    if (hostname === 'hostile.invalid' || /(^|\/)x$/.test(pathname))
      happened.push(`asked for ${request.url()}`)
  })
  context.on('weberror', (error) => happened.push(`uncaught: ${error.error().message}`))
  context.on('console', (message) => {
    if (/Content Security Policy|Trusted/.test(message.text())) happened.push(message.text())
  })
  const settle = quietOf(context)
  return {
    happened,
    settle,
    look: async (page, what, expected = []) => {
      const { odd, title, missing } = await readWhole(page, expected)
      // The subject of a mail may name the practice; what is open in a window is nobody else's business.
      const isOurs = page.url() !== 'about:blank'
      const telling = texts.filter((one) => isOurs && one.length > 3 && title.includes(one))
      return [
        ...odd.map((one) => `${what}: made from data: ${one}`),
        ...missing.map((one) => `${what}: does not show ${JSON.stringify(one)}`),
        ...telling.map((one) => `${what}: the title of the window says ${JSON.stringify(one)}`),
      ]
    },
  }
}
