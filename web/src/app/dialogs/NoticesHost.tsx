import { type ComponentType, lazy, Suspense } from 'react'
import { usePermission } from '../../api/practice/use-permission.ts'
import { useSession } from '../../api/session/session.ts'
import { withTexts } from '../../i18n/lazy-part.ts'
import type { TextGroup } from '../../i18n/text-groups.ts'

/** A notice with its texts. Where it does not load nobody hears of it here; the page goes on. */
const notice = (load: () => Promise<ComponentType>, group: TextGroup) =>
  lazy(async () => ({ default: await withTexts(load(), [group]).catch(() => () => null) }))

const StorageNotice = notice(
  async () => (await import('../../features/files/upload/StorageNotice.tsx')).StorageNotice,
  'storage',
)

const ClosedNotice = notice(
  async () => (await import('../../features/practice-deletions/ClosedNotice.tsx')).ClosedNotice,
  'practiceDeletions',
)

/** Tells everybody when the practice is about to be deleted, and admins and owners when no file can be stored (promises.md A5). */
export const NoticesHost = () => {
  const { allowed } = usePermission('readStorage')
  const { authPractice } = useSession()
  return (
    <>
      <Suspense>{typeof authPractice?.closingAt === 'string' && <ClosedNotice />}</Suspense>
      <Suspense>{allowed && <StorageNotice />}</Suspense>
    </>
  )
}
