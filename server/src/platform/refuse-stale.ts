import { AppError } from './app-error.ts'

/**
 * Refuses with version_conflict what was changed over another version than the stored one; `metadata.current` is what
 * stands there now. A caller that names no version writes over any.
 */
export const refuseStale = async (
  seen: number | undefined,
  stored: { readonly version: number },
  current: () => unknown,
): Promise<void> => {
  if (seen === undefined || seen === stored.version) return
  throw new AppError('version_conflict', { metadata: { current: await current() } })
}
