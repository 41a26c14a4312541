/** The items of an open menu, in order. */
export const menuItemsOf = (menu: HTMLElement | null): HTMLElement[] => [
  ...(menu?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? []),
]

/** Moves the focus among the items; wraps round. Answers whether the key was one of its own. */
export const moveMenuFocus = (menu: HTMLElement | null, key: string): boolean => {
  const items = menuItemsOf(menu)
  const current = items.findIndex((item) => document.activeElement?.isSameNode(item) ?? false)
  const targets: Readonly<Record<string, number>> = {
    ArrowDown: (current + 1) % items.length,
    ArrowUp: (current - 1 + items.length) % items.length,
    Home: 0,
    End: items.length - 1,
  }
  const target = targets[key]
  if (target === undefined) return false
  items[target]?.focus()
  return true
}
