/** A place at which what belongs to a card may open, in CSS pixels of the window. */
export interface CardAnchor {
  left: number
  top: number
  bottom: number
}

/** Where it opens: at the left edge of the card, above or below it. */
export const anchorOf = (card: Element): CardAnchor => {
  const { left, top, bottom } = card.getBoundingClientRect()
  return { left, top, bottom }
}
