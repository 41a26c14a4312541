import { queryClient } from '../../../api/practice/query-client.ts'
import { securityQuery } from '../security.queries.ts'

const key = 'ulna.short-code'

/** Whether the person has none, and did not say on this device that they want none. */
export const offersShortCode = async (): Promise<boolean> => {
  if (localStorage.getItem(key) === 'declined') return false
  // An offer on the side: where it is not known whether there is one, none is made.
  const overview = await queryClient.fetchQuery(securityQuery).catch(() => undefined)
  return overview?.shortCode === false
}

/** Not offered again on this device; the settings of the account have it still. */
export const declineShortCode = (): void => localStorage.setItem(key, 'declined')
