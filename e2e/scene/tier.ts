import { type Language, languages } from './texts.ts'

/** `npm run test:long` looks at everything; `npm test` at a share that takes minutes. */
export const isLongTier = process.env.TEST_TIER === 'long'

/**
 * The languages a story is told in. One that is the same in every language is told in `usual` by `npm test` and in all
 * three by `npm run test:long`; what every language shows differently is in e2e/screens.e2e.ts.
 */
export const languagesFrom = (usual: Language): readonly Language[] => (isLongTier ? languages : [usual])

/** The hands that a day is played with: those of `usual` by `npm test`, everybody's by `npm run test:long`. */
export const handsFrom = <Hand extends { readonly kind: string }>(
  all: readonly Hand[],
  usual: Hand['kind'],
): readonly Hand[] => (isLongTier ? all : all.filter(({ kind }) => kind === usual))

/**
 * How long what is promised within `milliseconds` is waited for. `npm run test:long` holds the promise, on a machine that
 * does nothing else; beside other tests only what never comes has failed.
 */
export const within = (milliseconds: number): { readonly timeout: number } => ({
  timeout: isLongTier ? milliseconds : 120_000,
})
