import type { PageView, Visitor } from './page-view.ts'

interface DataLayerOwner {
  dataLayer?: unknown[]
}

export interface Analytics {
  readonly pageView: (view: PageView, visitor: Visitor | null) => void
  /** Somebody leaves for another site; `done` is called when the event has gone, if it ever does. */
  readonly outboundClick: (url: string, done: () => void) => void
}

const scriptUrl = (id: string): string =>
  `https://www.googletagmanager.com/gtag/js?id=${encodeURIComponent(id)}`

/** gtag.js reads its commands from `window.dataLayer`, each as an `arguments` object; arrays it ignores. */
const commandsOf = (owner: DataLayerOwner): ((...command: unknown[]) => void) => {
  owner.dataLayer ??= []
  const layer = owner.dataLayer
  return function command() {
    // biome-ignore lint/complexity/noArguments: gtag.js tells commands from other entries by this very type
    layer.push(arguments)
  }
}

/**
 * Google Analytics by its own script. Views are sent by us, one for each completed route change, with the user's id and
 * mail address as user properties (specification §2); advertising stays off.
 */
export const startAnalytics = (
  id: string,
  insertScript: (source: string) => void,
  owner: DataLayerOwner = window as DataLayerOwner,
): Analytics => {
  const gtag = commandsOf(owner)
  gtag('consent', 'default', {
    analytics_storage: 'granted',
    ad_storage: 'denied',
    ad_user_data: 'denied',
    ad_personalization: 'denied',
  })
  gtag('js', new Date())
  gtag('config', id, { send_page_view: false, allow_google_signals: false })
  insertScript(scriptUrl(id))
  return {
    pageView: ({ route, location }, visitor) => {
      gtag('set', { page_location: location, page_title: route, page_referrer: '' })
      gtag('set', 'user_properties', {
        user_id: visitor ? String(visitor.id) : null,
        user_email: visitor?.email ?? null,
      })
      gtag('event', 'page_view')
    },
    outboundClick: (url, done) =>
      gtag('event', 'click', { outbound: true, link_url: url, event_callback: done }),
  }
}
