import { describe, expect, it } from 'vitest'
import { startAnalytics } from './analytics.ts'
import { isPublicPath } from './chat-widget.ts'
import { goWhenSent, outboundLink, outboundTimeout } from './outbound-links.ts'
import { pageViewOf } from './page-view.ts'
import { pixelUrl } from './social-pixel.ts'
import { isRouteChange } from './start-third-parties.ts'

const origin = 'https://ulna.example'

/** A timer that runs when the test says so. */
const manualTimer = () => {
  let waiting: (() => void) | undefined
  let milliseconds = 0
  return {
    set: (run: () => void, after: number) => {
      waiting = run
      milliseconds = after
    },
    elapse: () => waiting?.(),
    after: () => milliseconds,
  }
}

describe('outbound links', () => {
  it('wait for the event at most 250 ms', () => {
    const timer = manualTimer()
    let left = 0
    goWhenSent(
      () => undefined,
      () => {
        left += 1
      },
      timer.set,
    )
    expect(timer.after()).toBe(250)
    expect(left).toBe(0)
    timer.elapse()
    expect(left).toBe(1)
    expect(outboundTimeout).toBe(250)
  })

  it('leave as soon as the event has gone, and only once', () => {
    const timer = manualTimer()
    let left = 0
    goWhenSent(
      (done) => done(),
      () => {
        left += 1
      },
      timer.set,
    )
    expect(left).toBe(1)
    timer.elapse()
    expect(left).toBe(1)
  })

  const click = {
    defaultPrevented: false,
    button: 0,
    metaKey: false,
    ctrlKey: false,
    shiftKey: false,
    altKey: false,
  }
  const anchor = (href: string, target = '', attribute = '') => ({
    href,
    target,
    hasAttribute: (name: string) => name === attribute,
  })

  it('are those of another site', () => {
    const out = anchor('https://www.aepd.es/')
    expect(outboundLink(click, out, origin)).toEqual({ url: 'https://www.aepd.es/', leaves: true })
    expect(outboundLink(click, anchor(`${origin}/login`), origin)).toBeNull()
    expect(outboundLink(click, anchor('mailto:hola@ulna.example'), origin)).toBeNull()
    expect(outboundLink(click, anchor('https://files.example/a.pdf', '', 'download'), origin)).toBeNull()
    expect(outboundLink({ ...click, defaultPrevented: true }, out, origin)).toBeNull()
    expect(outboundLink({ ...click, button: 1 }, out, origin)).toBeNull()
  })

  it('are nobody’s business where the address says something of a patient', () => {
    const message = anchor('https://wa.me/34600100200?text=Cita', '_blank', 'data-private')
    expect(outboundLink(click, message, origin)).toBeNull()
  })

  it('do not hold up a link that opens another window', () => {
    expect(outboundLink(click, anchor('https://www.aepd.es/', '_blank'), origin)?.leaves).toBe(false)
    expect(outboundLink({ ...click, ctrlKey: true }, anchor('https://www.aepd.es/'), origin)?.leaves).toBe(
      false,
    )
  })
})

describe('page views', () => {
  const commands = (layer: unknown[]): unknown[][] =>
    layer.map((entry) => Array.from(entry as ArrayLike<unknown>))

  it('reach analytics as commands, with the user as user properties', () => {
    const owner: { dataLayer?: unknown[] } = {}
    const loaded: string[] = []
    const analytics = startAnalytics('G-ABC 1', (source) => loaded.push(source), owner)
    expect(loaded).toEqual(['https://www.googletagmanager.com/gtag/js?id=G-ABC%201'])
    analytics.pageView(pageViewOf(origin, '/app/patient/$patientId'), {
      id: 7,
      email: 'laura@chapinero.example',
    })
    expect(commands(owner.dataLayer ?? []).slice(-3)).toEqual([
      [
        'set',
        {
          page_location: `${origin}/app/patient/$patientId`,
          page_title: '/app/patient/$patientId',
          page_referrer: '',
        },
      ],
      ['set', 'user_properties', { user_id: '7', user_email: 'laura@chapinero.example' }],
      ['event', 'page_view'],
    ])
    // gtag.js takes commands only in this form.
    expect(owner.dataLayer?.every((entry) => String(entry) === '[object Arguments]')).toBe(true)
  })

  it('name nobody on public pages, and keep advertising off', () => {
    const owner: { dataLayer?: unknown[] } = {}
    startAnalytics('G-1', () => undefined, owner).pageView(pageViewOf(origin, '/'), null)
    const sent = commands(owner.dataLayer ?? [])
    expect(sent).toContainEqual(['set', 'user_properties', { user_id: null, user_email: null }])
    expect(sent[0]).toEqual(['consent', 'default', expect.objectContaining({ ad_storage: 'denied' })])
    expect(sent).toContainEqual(['config', 'G-1', expect.objectContaining({ send_page_view: false })])
  })

  it('belong to every completed change of route, also where only the search changes', () => {
    const [day, record] = [{ searchStr: '' }, { searchStr: '?record=7' }]
    expect(isRouteChange({ pathChanged: true, toLocation: day })).toBe(true)
    expect(isRouteChange({ pathChanged: false, fromLocation: day, toLocation: record })).toBe(true)
    expect(isRouteChange({ pathChanged: false, fromLocation: record, toLocation: record })).toBe(false)
  })

  it('tell the social pixel the route and nothing else', () => {
    const url = new URL(pixelUrl('123', pageViewOf(origin, '/app/patient/$patientId'), 5))
    expect(url.origin + url.pathname).toBe('https://www.facebook.com/tr')
    expect(url.searchParams.get('ev')).toBe('PageView')
    expect(url.searchParams.get('dl')).toBe(`${origin}/app/patient/$patientId`)
  })
})

describe('the chat widget', () => {
  it('belongs to public pages', () => {
    for (const path of ['/', '/login', '/privacy-policy', '/application'])
      expect(isPublicPath(path)).toBe(true)
    for (const path of ['/app', '/app/dashboard']) expect(isPublicPath(path)).toBe(false)
  })
})
