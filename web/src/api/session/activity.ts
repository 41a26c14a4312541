/** Whether the person did something since a session was last prolonged (product-decisions.md §3, idle limit). */
export interface Activity {
  /** True when something was done since the last time this was asked; asking starts anew. */
  readonly take: () => boolean
  /** What was taken could not be told to the server. */
  readonly putBack: () => void
}

const doings = ['pointerdown', 'keydown', 'touchstart', 'wheel'] as const

/**
 * Listens for what only a person does. A tab that polls in the background does nothing of that, so it does not keep
 * a session alive. Opening the page counts, unless it was opened out of sight.
 */
export const createActivity = (page: EventTarget, openedInSight: boolean): Activity => {
  let isActive = openedInSight
  const note = (): void => {
    isActive = true
  }
  for (const doing of doings) page.addEventListener(doing, note, { capture: true, passive: true })
  return {
    take: () => {
      const wasActive = isActive
      isActive = false
      return wasActive
    },
    putBack: note,
  }
}
