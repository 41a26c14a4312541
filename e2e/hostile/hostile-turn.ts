/** Hostile texts in turn: the next one that fits. */
export const inTurn = (texts: readonly string[]) => {
  let at = 0
  return (most = 100, least = 1): string => {
    const fitting = texts.filter((text) => text.length <= most && text.trim().length >= least)
    at += 1
    return fitting[at % fitting.length] ?? ''
  }
}

export type Turn = ReturnType<typeof inTurn>
