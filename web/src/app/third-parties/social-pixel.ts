import type { PageView } from './page-view.ts'

/**
 * The page view of the social pixel, as the image that the service documents for pages without script: what it is told
 * is written here, where its script would send the whole address, and no code of its own runs beside patients' data.
 */
export const pixelUrl = (id: string, { location }: PageView, at: number): string =>
  `https://www.facebook.com/tr?${new URLSearchParams({
    id,
    ev: 'PageView',
    dl: location,
    rl: '',
    if: 'false',
    noscript: '1',
    ts: String(at),
  })}`
