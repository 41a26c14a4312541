/** A completed route change, as third parties hear of it. */
export interface PageView {
  /**
   * The route's pattern, such as `/app/patient/$patientId`: never the address itself, which names a patient's file or
   * carries the secret of a link.
   */
  readonly route: string
  /** The pattern below this site's origin. */
  readonly location: string
}

export const pageViewOf = (origin: string, route: string): PageView => ({
  route,
  location: `${origin}${route}`,
})

/** Who is signed in; null on public pages, which do not restore the sign-in. */
export interface Visitor {
  readonly id: number
  readonly email: string
}
