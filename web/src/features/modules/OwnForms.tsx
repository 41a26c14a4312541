import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePermission } from '../../api/practice/use-permission.ts'
import { lazyPart } from '../../i18n/lazy-part.ts'
import { ReasonedButton } from '../../ui/ReasonedButton.tsx'
import { modulesQuery } from './modules.queries.ts'

const ImportDialog = lazyPart(() => import('./editor/import/ImportDialog.tsx'), 'ImportDialog', [
  'moduleEditor',
  'moduleFaults',
])

/** The ways to forms of one's own: out of a file, or made here. */
export const OwnForms = () => {
  const { t } = useTranslation('modules')
  const { reason } = usePermission('manageModules')
  const { data = [] } = useQuery(modulesQuery)
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <ReasonedButton variant="default" reason={reason} onClick={() => setOpen(true)}>
        {t('import')}
      </ReasonedButton>
      <ReasonedButton reason={reason} onClick={() => void navigate({ to: '/app/modules/editor' })}>
        {t('create')}
      </ReasonedButton>
      <Suspense>{isOpen && <ImportDialog modules={data} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
