import { AppError } from './app-error.ts'

/** What was written over another version than the stored one is refused with; `current` is what stands there now. */
export const versionConflict = (current: unknown): AppError =>
  new AppError('version_conflict', { metadata: { current } })

/**
 * Refuses with version_conflict what was changed over another version than the stored one; `metadata.current` is what
 * stands there now. A caller that names no version writes over any.
 */
export const refuseStale = async <Version extends number | string>(
  seen: Version | undefined,
  stored: { readonly version: Version },
  current: () => unknown,
): Promise<void> => {
  if (seen === undefined || seen === stored.version) return
  throw versionConflict(await current())
}
