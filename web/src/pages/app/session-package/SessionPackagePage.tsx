import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { lazy } from 'react'
import { PackageBrowser } from '../../../features/session-packages/PackageBrowser.tsx'
import { loadTexts } from '../../../i18n/i18n.ts'
import { Optional } from '../../../ui/Optional.tsx'

const PackageReceipts = lazy(async () => {
  const [module] = await Promise.all([
    import('../../../features/receipts/PackageReceipts.tsx'),
    loadTexts(['receipts']),
  ])
  return { default: module.PackageReceipts }
})

const idOf = (text: unknown): number | undefined => {
  const id = Number(text)
  return Number.isSafeInteger(id) && id > 0 ? id : undefined
}

/** `/app/session-package`, and beneath it one package. `?new=true` opens the form of a new one. */
export const SessionPackagePage = () => {
  const navigate = useNavigate()
  const { packageId } = useParams({ strict: false })
  const search: { new?: unknown } = useSearch({ strict: false })
  const isNew = search.new === true || packageId === 'new'
  return (
    <PackageBrowser
      openId={idOf(packageId)}
      paidFor={(sold) => (
        <Optional>
          <PackageReceipts sold={sold} />
        </Optional>
      )}
      newFor={isNew || undefined}
      onNew={() => void navigate({ href: '/app/session-package?new=true' })}
      onOpen={(id) =>
        void navigate({
          to: '/app/session-package/$packageId',
          params: { packageId: String(id) },
          replace: true,
        })
      }
      onLeaveNew={() => void navigate({ to: '/app/session-package', replace: true })}
    />
  )
}
