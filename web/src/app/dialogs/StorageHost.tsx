import { lazy, Suspense } from 'react'
import { usePermission } from '../../api/practice/use-permission.ts'
import { loadTexts } from '../../i18n/i18n.ts'

// Where it does not load nobody hears of the store until something is uploaded; the page goes on.
const nobodyHears = { StorageNotice: () => null }

const StorageNotice = lazy(async () => {
  const [module] = await Promise.all([
    import('../../features/files/upload/StorageNotice.tsx'),
    loadTexts(['storage']),
  ]).catch(() => [nobodyHears])
  return { default: module?.StorageNotice ?? nobodyHears.StorageNotice }
})

/** Tells admins and owners when no file can be stored (promises.md A5). */
export const StorageHost = () => {
  const { allowed } = usePermission('readStorage')
  return <Suspense>{allowed && <StorageNotice />}</Suspense>
}
