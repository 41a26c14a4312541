const isSame = (one: unknown, other: unknown): boolean => {
  if (one === other) return true
  const areObjects = typeof one === 'object' && typeof other === 'object' && one !== null && other !== null
  return areObjects && JSON.stringify(one) === JSON.stringify(other)
}

/** Keys whose values differ. */
export const changedKeys = <Values extends object>(values: Values, start: Values): (keyof Values)[] =>
  (Object.keys(start) as (keyof Values)[]).filter((key) => !isSame(values[key], start[key]))

/** `theirs`, with the values of `mine` where this form changed them. */
export const mergeValues = <Values extends object>(
  theirs: Values,
  mine: Values,
  changed: readonly (keyof Values)[],
): Values => ({ ...theirs, ...Object.fromEntries(changed.map((key) => [key, mine[key]])) })
