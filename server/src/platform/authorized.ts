declare const checked: unique symbol

/**
 * A row that was read in this practice, under lock, and that the actor may write: a repository that writes by an id asks
 * for one, so that a write of an id that nobody checked does not compile.
 */
export type Authorized<T> = T & { readonly [checked]: true }

/** Says that a row was checked. Only policies, and the functions of services that read under lock and decide, say so. */
export const authorized = <T extends object>(row: T): Authorized<T> => row as Authorized<T>
