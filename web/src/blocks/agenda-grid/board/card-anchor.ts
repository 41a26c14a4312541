/** A place at which what belongs to a card may open, in CSS pixels of the window. */
export interface CardAnchor {
  left: number
  right: number
  top: number
  bottom: number
}

/** Where it opens: at the card. */
export const anchorOf = (card: Element): CardAnchor => {
  const { left, right, top, bottom } = card.getBoundingClientRect()
  return { left, right, top, bottom }
}
