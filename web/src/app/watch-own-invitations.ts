import { type QueryClient, QueryObserver } from '@tanstack/react-query'
import { ownInvitationsQuery } from '../features/practices/invitations/own-invitations.queries.ts'

/** Tells how many invitations wait, now and whenever that changes; answers how to call it off. */
export const watchOwnInvitations = (client: QueryClient, tell: (count: number) => void): (() => void) => {
  const observer = new QueryObserver(client, ownInvitationsQuery)
  // Nothing is told of what was read before, for somebody else who watches.
  tell(observer.getCurrentResult().data?.length ?? 0)
  return observer.subscribe(({ data }) => tell(data?.length ?? 0))
}
