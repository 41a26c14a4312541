import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { PackageBrowser } from '../../../features/session-packages/PackageBrowser.tsx'
import { lazyPart } from '../../../i18n/lazy-part.ts'
import { Optional } from '../../../ui/Optional.tsx'

const PackageReceipts = lazyPart(
  () => import('../../../features/receipts/PackageReceipts.tsx'),
  'PackageReceipts',
  ['receipts'],
)

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
