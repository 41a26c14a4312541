/** A place at which a menu may open, in CSS pixels of the window. */
export interface MenuAnchor {
  left: number
  top: number
  bottom: number
}

/** Where the menu of a card opens: at its left edge, above or below it. */
export const anchorOf = (card: Element): MenuAnchor => {
  const { left, top, bottom } = card.getBoundingClientRect()
  return { left, top, bottom }
}
