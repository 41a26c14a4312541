type Given<C> = { readonly [K in keyof C]?: Exclude<C[K], undefined> }

/** The columns that were given a value, null included: what a body does not name stays as it is stored. */
export const givenColumns = <C extends object>(columns: C): Given<C> =>
  Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined)) as Given<C>
