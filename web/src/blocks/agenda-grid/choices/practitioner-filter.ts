/** Lower case without accents, for comparing what people typed. */
export const folded = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLocaleLowerCase()
    .trim()

/** Practitioners whose full name contains the text, without regard to case and accents (specification §9). */
export const matchingFullName = <D extends { fullName: string }>(
  practitioners: readonly D[],
  text: string,
): D[] => practitioners.filter(({ fullName }) => folded(fullName).includes(folded(text)))

/** Adds or removes one, keeping the order of `all`; the last one shown stays. */
export const toggleShown = (all: readonly number[], shown: readonly number[], id: number): number[] => {
  const next = shown.includes(id) ? shown.filter((other) => other !== id) : [...shown, id]
  if (next.length === 0) return [...shown]
  return all.filter((other) => next.includes(other))
}
