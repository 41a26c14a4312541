import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import styles from './FloatingCard.module.css'

export interface FloatingCardProps {
  /** Accessible name. */
  label: string
  /** What it belongs to, in CSS pixels of the window. A phone has the card at its foot. */
  anchor: { left: number; right: number; top: number; bottom: number }
  /** What a press beside the card reaches all the same: a selector. */
  reaches: string
  /** Gives the focus back to where the card was asked for; that is for whoever shows it. */
  onClose: () => void
  children: ReactNode
}

/** Air between the card, what it belongs to, and the edge of the window. */
const gap = 6
const edge = 8

const within = (value: number, most: number): number => Math.max(edge, Math.min(value, most))

/** Where a card of that size stands by its anchor, all of it in the window: below, above, or beside where neither has room. */
const placeOf = (
  { offsetWidth: width, offsetHeight: height }: HTMLElement,
  { left, right, top, bottom }: FloatingCardProps['anchor'],
) => {
  const lowest = window.innerHeight - height - edge
  const rightmost = window.innerWidth - width - edge
  const below = bottom + gap
  const above = top - gap - height
  if (below <= lowest) return { left: within(left, rightmost), top: below }
  if (above >= edge) return { left: within(left, rightmost), top: above }
  const beside = right + gap <= rightmost ? right + gap : left - gap - width
  return { left: within(beside, rightmost), top: within(top, lowest) }
}

const stops = 'a[href], button:not([disabled]), [tabindex="0"]'

/** Tab goes round in the card. */
const wrapTab = (card: HTMLElement, event: KeyboardEvent): void => {
  const all = [...card.querySelectorAll<HTMLElement>(stops)]
  const [leaves, enters] = event.shiftKey ? [all[0], all.at(-1)] : [all.at(-1), all[0]]
  const active = document.activeElement
  if (active !== leaves && !(event.shiftKey && active === card)) return
  event.preventDefault()
  enters?.focus()
}

/** A small card about something that was pressed: Escape and pressing elsewhere close it, messages stay in reach. */
export const FloatingCard = ({ label, anchor, reaches, onClose, children }: FloatingCardProps) => {
  const card = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState({ left: anchor.left, top: anchor.bottom + gap })

  // What it says may come later, and make it grow.
  useLayoutEffect(() => {
    const element = card.current
    if (!element) return
    const watcher = new ResizeObserver(() => setPlace(placeOf(element, anchor)))
    watcher.observe(element)
    setPlace(placeOf(element, anchor))
    return () => watcher.disconnect()
  }, [anchor])
  // After the layout effects: whoever shows the card notes by then where the focus was.
  useEffect(() => card.current?.focus({ preventScroll: true }), [])

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Tab' && card.current) wrapTab(card.current, event)
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    onClose()
  }
  const onPressBeside = ({ clientX, clientY }: MouseEvent): void => {
    onClose()
    const under = document.elementsFromPoint(clientX, clientY).map((element) => element.closest(reaches))
    const reached = under.find((element) => element instanceof HTMLElement)
    if (!(reached instanceof HTMLElement)) return
    // Once this card is gone: the next one notes where the focus was.
    setTimeout(() => {
      reached.focus()
      reached.click()
    })
  }
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Escape closes it too */}
      <div role="presentation" className={styles.beside} onClick={onPressBeside} />
      <div
        ref={card}
        role="dialog"
        tabIndex={-1}
        aria-label={label}
        className={styles.card}
        style={{ '--left': `${place.left}px`, '--top': `${place.top}px` } as CSSProperties}
        onKeyDown={onKeyDown}
      >
        {children}
      </div>
    </>
  )
}
