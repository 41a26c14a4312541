/** Milliseconds that leaving for another site waits for its event (specification §9). */
export const outboundTimeout = 250

type Timer = (run: () => void, milliseconds: number) => unknown

/** Calls `go` once: when `send` reports that it is done, or after the time-out. */
export const goWhenSent = (
  send: (done: () => void) => void,
  go: () => void,
  timer: Timer = setTimeout,
): void => {
  let gone = false
  const once = (): void => {
    if (gone) return
    gone = true
    go()
  }
  timer(once, outboundTimeout)
  send(once)
}

interface Click {
  readonly defaultPrevented: boolean
  readonly button: number
  readonly metaKey: boolean
  readonly ctrlKey: boolean
  readonly shiftKey: boolean
  readonly altKey: boolean
}

interface Anchor {
  readonly href: string
  readonly target: string
  readonly hasAttribute: (name: string) => boolean
}

export interface OutboundLink {
  readonly url: string
  /** This window leaves; else a new one opens by itself and nothing needs to wait. */
  readonly leaves: boolean
}

/**
 * The other site a click leads to; null for links within this one, mail addresses and downloads, and for those whose
 * address says something of a patient (`data-private`).
 */
export const outboundLink = (click: Click, anchor: Anchor, origin: string): OutboundLink | null => {
  if (click.defaultPrevented || click.button !== 0) return null
  if (anchor.hasAttribute('download') || anchor.hasAttribute('data-private')) return null
  const url = new URL(anchor.href, origin)
  if (!/^https?:$/.test(url.protocol) || url.origin === origin) return null
  const opensAnother = click.metaKey || click.ctrlKey || click.shiftKey || click.altKey
  return { url: url.href, leaves: !opensAnother && (anchor.target === '' || anchor.target === '_self') }
}
