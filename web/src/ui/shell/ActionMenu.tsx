import {
  createContext,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { classNames } from '../base/class-names.ts'
import { menuItemsOf, moveMenuFocus } from '../menu-keys.ts'
import styles from './ActionMenu.module.css'

/** Closes the menu an item stands in. */
export const MenuCloseContext = createContext<() => void>(() => undefined)

/** Calls `close` when something outside the frame is pressed. */
export const useCloseOutside = (
  frame: RefObject<HTMLElement | null>,
  opened: boolean,
  close: () => void,
): void => {
  useEffect(() => {
    if (!opened) return
    const onPointer = (event: PointerEvent): void => {
      if (event.target instanceof Node && !frame.current?.contains(event.target)) close()
    }
    document.addEventListener('pointerdown', onPointer)
    return () => document.removeEventListener('pointerdown', onPointer)
  }, [frame, opened, close])
}

/** The looks of a menu, wherever it stands. */
export const menuClass = styles.menu ?? ''

export interface ActionMenuProps {
  /** Accessible name of the button and its menu. */
  label: string
  /** What the button shows. */
  trigger: ReactNode
  align?: 'start' | 'end'
  className?: string | undefined
  onOpen?: () => void
  children: ReactNode
}

/** A button with a menu below: arrows move, Escape closes and returns to the button. */
export const ActionMenu = ({
  label,
  trigger,
  align = 'start',
  className,
  onOpen,
  children,
}: ActionMenuProps) => {
  const id = useId()
  const [opened, setOpened] = useState(false)
  const frame = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  const [close] = useState(() => () => setOpened(false))
  useCloseOutside(frame, opened, close)
  useEffect(() => {
    if (opened) menuItemsOf(menu.current)[0]?.focus()
  }, [opened])

  const open = (): void => {
    setOpened(true)
    onOpen?.()
  }
  const closeToButton = (): void => {
    close()
    button.current?.focus()
  }
  const onMenuKey = (event: KeyboardEvent): void => {
    if (event.key === 'Tab') close()
    if (event.key === 'Escape') closeToButton()
    const isHandled = event.key === 'Escape' || moveMenuFocus(menu.current, event.key)
    if (!isHandled) return
    event.preventDefault()
    event.stopPropagation()
  }
  const onButtonKey = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowDown' || opened) return
    event.preventDefault()
    open()
  }
  return (
    <div className={styles.frame} ref={frame}>
      <button
        ref={button}
        type="button"
        className={classNames(styles.button, className)}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={opened}
        aria-controls={opened ? id : undefined}
        onClick={() => (opened ? close() : open())}
        onKeyDown={onButtonKey}
      >
        {trigger}
      </button>
      {opened && (
        <div
          ref={menu}
          id={id}
          role="menu"
          tabIndex={-1}
          aria-label={label}
          className={classNames(menuClass, styles[align])}
          onKeyDown={onMenuKey}
        >
          <MenuCloseContext value={closeToButton}>{children}</MenuCloseContext>
        </div>
      )}
    </div>
  )
}

export interface MenuItemProps {
  onSelect: () => void
  icon?: ReactNode
  /** Given: the item is one of several choices, and whether it is the chosen one. */
  checked?: boolean
  /** Shown at the right of the chosen item. */
  mark?: ReactNode
  lang?: string
  /** Why it cannot be chosen; undefined when it can. */
  reason?: string | undefined
  children: ReactNode
}

export const MenuItem = ({ onSelect, icon, checked, mark, lang, reason, children }: MenuItemProps) => {
  const close = useContext(MenuCloseContext)
  const select = (): void => {
    if (reason !== undefined) return
    close()
    onSelect()
  }
  const choice =
    checked === undefined ? { role: 'menuitem' } : { role: 'menuitemradio', 'aria-checked': checked }
  return (
    <button
      type="button"
      tabIndex={-1}
      className={styles.item}
      lang={lang}
      aria-disabled={reason === undefined ? undefined : true}
      onClick={select}
      {...choice}
    >
      {icon}
      <span className={styles.words}>
        {children}
        {reason !== undefined && <span className={styles.reason}>{reason}</span>}
      </span>
      {checked && mark}
    </button>
  )
}

/** Items that belong together, under a small heading. */
export const MenuGroup = ({ label, children }: { label: string; children: ReactNode }) => (
  // biome-ignore lint/a11y/useSemanticElements: a group of menu items is no fieldset
  <div role="group" aria-label={label} className={styles.group}>
    <div className={styles.label} aria-hidden="true">
      {label}
    </div>
    {children}
  </div>
)
