import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { classNames } from './base/class-names.ts'
import styles from './FloatingMenu.module.css'
import { menuItemsOf, moveMenuFocus } from './menu-keys.ts'
import { MenuCloseContext, menuClass, useCloseOutside } from './shell/ActionMenu.tsx'

export interface FloatingMenuProps {
  /** Accessible name. */
  label: string
  /** Where it opens, in CSS pixels of the window: below, or above where there is no room. */
  anchor: { left: number; top: number; bottom: number }
  /** Gives the focus back to where the menu was asked for; that is for whoever shows it. */
  onClose: () => void
  children: ReactNode
}

/** Air between the menu, what it belongs to, and the edge of the window. */
const gap = 6
const edge = 8

const within = (value: number, most: number): number => Math.max(edge, Math.min(value, most))

/** A menu for something that is no button of its own, such as a card: arrows move, Escape and pressing elsewhere close. */
export const FloatingMenu = ({ label, anchor, onClose, children }: FloatingMenuProps) => {
  const menu = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState({ left: anchor.left, top: anchor.bottom + gap })
  useCloseOutside(menu, true, onClose)

  useLayoutEffect(() => {
    const { offsetWidth = 0, offsetHeight = 0 } = menu.current ?? {}
    const { innerWidth, innerHeight } = window
    const below = anchor.bottom + gap
    const fitsBelow = below + offsetHeight <= innerHeight - edge
    setPlace({
      left: within(anchor.left, innerWidth - offsetWidth - edge),
      top: within(fitsBelow ? below : anchor.top - gap - offsetHeight, innerHeight - offsetHeight - edge),
    })
  }, [anchor])

  // After the layout effects: whoever shows the menu notes by then where the focus was.
  useEffect(() => menuItemsOf(menu.current)[0]?.focus(), [])

  const onKeyDown = (event: KeyboardEvent): void => {
    const closes = event.key === 'Escape' || event.key === 'Tab'
    if (closes) onClose()
    if (!closes && !moveMenuFocus(menu.current, event.key)) return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div
      ref={menu}
      role="menu"
      tabIndex={-1}
      aria-label={label}
      className={classNames(menuClass, styles.menu)}
      style={place}
      onKeyDown={onKeyDown}
    >
      <MenuCloseContext value={onClose}>{children}</MenuCloseContext>
    </div>
  )
}
