import type { AnyRouter } from '@tanstack/react-router'
import { session } from '../../api/session/session.ts'
import { type PageSettings, styleNonce } from '../../i18n/page-settings.ts'
import { type Analytics, startAnalytics } from './analytics.ts'
import { isPublicPath, whenIdle } from './chat-widget.ts'
import { goWhenSent, outboundLink } from './outbound-links.ts'
import { pageViewOf } from './page-view.ts'
import { pixelUrl } from './social-pixel.ts'

// Scripts stay for as long as the page does, however often the component that starts them is mounted.
let analytics: Analytics | undefined
let chatLoaded = false

/** Loads a script of a third party; the nonce lets it through the page's content security policy. */
const insertScript = (source: string, page: Document = document): void => {
  const script = page.createElement('script')
  script.async = true
  script.nonce = styleNonce()
  script.src = source
  page.head.append(script)
}

const sendPageView = (settings: PageSettings, router: AnyRouter): void => {
  const view = pageViewOf(window.location.origin, router.state.matches.at(-1)?.fullPath ?? '/')
  const { authUser } = session.get()
  analytics?.pageView(view, authUser)
  if (settings.socialPixelId) new Image().src = pixelUrl(settings.socialPixelId, view, Date.now())
}

const followOutboundLinks = (event: MouseEvent): void => {
  const anchor = event.target instanceof Element ? event.target.closest('a[href]') : null
  if (!analytics || !(anchor instanceof HTMLAnchorElement)) return
  const link = outboundLink(event, anchor, window.location.origin)
  if (!link) return
  const { outboundClick } = analytics
  if (link.leaves) event.preventDefault()
  goWhenSent(
    (done) => outboundClick(link.url, done),
    () => (link.leaves ? window.location.assign(link.url) : undefined),
  )
}

const loadChat = (url: string, router: AnyRouter): void => {
  if (chatLoaded || !isPublicPath(router.state.location.pathname)) return
  chatLoaded = true
  insertScript(url)
}

/** Code of others cannot be taken out of a page again: with the chat in it, the app opens as a new page. */
const leaveChatBehind = (pathname: string, href: string): void => {
  if (chatLoaded && !isPublicPath(pathname)) window.location.assign(href)
}

interface Change {
  readonly pathChanged: boolean
  readonly fromLocation?: { readonly searchStr: string } | undefined
  readonly toLocation: { readonly searchStr: string }
}

/** Opening a record or another day is one too: it changes what follows the question mark, and not the path. */
export const isRouteChange = ({ pathChanged, fromLocation, toLocation }: Change): boolean =>
  pathChanged || fromLocation?.searchStr !== toLocation.searchStr

/** Loads what is configured; called once consent is given. Answers how to stop listening. */
export const startThirdParties = (settings: PageSettings, router: AnyRouter): (() => void) => {
  const { analyticsId, chatWidgetUrl } = settings
  if (analyticsId) analytics ??= startAnalytics(analyticsId, insertScript)
  if (chatWidgetUrl) whenIdle(() => loadChat(chatWidgetUrl, router))
  if (router.state.status === 'idle') sendPageView(settings, router)
  const stop = [
    router.subscribe('onResolved', (change) => {
      if (!isRouteChange(change)) return
      sendPageView(settings, router)
      if (chatWidgetUrl) loadChat(chatWidgetUrl, router)
    }),
    router.subscribe('onBeforeNavigate', ({ toLocation }) =>
      leaveChatBehind(toLocation.pathname, toLocation.href),
    ),
  ]
  document.addEventListener('click', followOutboundLinks)
  return () => {
    document.removeEventListener('click', followOutboundLinks)
    for (const end of stop) end()
  }
}
