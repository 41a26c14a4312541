import { createExternalStore } from './external-store.ts'

/** How often the server gave out another build of the web app than at the answer before. */
export const otherBuilds = createExternalStore(0)

let latest: string | null = null

/** Hears which build an answer came from. A page asks as soon as it is there, so the first is its own. */
export const noteBuild = (build: string | null): void => {
  if (build === null || build === latest) return
  if (latest !== null) otherBuilds.set(otherBuilds.get() + 1)
  latest = build
}
