/** Days in which a deletion can be taken back, and before its day on which owners are reminded of it. */
export const deletionDays = { grace: 30, reminders: [7, 1] } as const

/** What a practice has, as somebody who deletes it is shown. */
export const practiceKinds = [
  'patients',
  'records',
  'signatures',
  'papers',
  'receipts',
  'appointments',
  'files',
  'members',
  'exports',
] as const
export type PracticeKind = (typeof practiceKinds)[number]

/**
 * What keeps the files of a practice: files whose term runs; files without a term, as the practice has chosen none; files with
 * a diagnosis that nobody closed; files that are held; receipts that tax law keeps.
 */
export const runningTerms = ['term', 'no_term', 'open', 'held', 'receipts'] as const
export type RunningTerm = (typeof runningTerms)[number]

/**
 * What is missing before a practice may be destroyed while something keeps its files: who keeps them; an archive of what it
 * has now; that the archive was read back whole by the server; that an owner fetched it.
 */
export const missingThings = ['keeper', 'archive', 'verification', 'fetch'] as const
export type MissingThing = (typeof missingThings)[number]

/** The facts of an archive that count. */
export interface ArchiveStand {
  /** Nothing of the practice was changed since the moment that it shows. */
  readonly current: boolean
  /** Read back whole, every digest and the signature; never so of one that is encrypted. */
  readonly verified: boolean
  readonly fetched: boolean
  /** Somebody who took it in elsewhere has told its proof. */
  readonly arrived: boolean
}

/** What an archive lacks to let its practice go. One that has arrived elsewhere was opened and fetched. */
const missingOf = ({ current, verified, fetched, arrived }: ArchiveStand): MissingThing[] => {
  if (!current) return ['archive']
  if (arrived) return []
  return [...(verified ? [] : (['verification'] as const)), ...(fetched ? [] : (['fetch'] as const))]
}

/** The archive that lacks least. */
export const bestArchive = <A extends ArchiveStand>(archives: readonly A[]): A | undefined =>
  archives.reduce<A | undefined>((best, one) => (best && lackOf(best) <= lackOf(one) ? best : one), undefined)

const lackOf = (one: ArchiveStand): number => (one.current ? missingOf(one).length : missingThings.length)

/** What is missing before the practice may be destroyed: nothing where nothing keeps its files. */
export const missingFor = (
  isKept: boolean,
  keeper: unknown,
  archive: ArchiveStand | undefined,
): MissingThing[] => {
  if (!isKept) return []
  return [
    ...(keeper === null ? (['keeper'] as const) : []),
    ...(archive ? missingOf(archive) : (['archive'] as const)),
  ]
}
