import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePermission } from '../../api/practice/use-permission.ts'
import { loadTexts } from '../../i18n/i18n.ts'
import { ReasonedButton } from '../../ui/ReasonedButton.tsx'
import { modulesQuery } from './modules.queries.ts'

const ImportDialog = lazy(async () => {
  const [module] = await Promise.all([
    import('./editor/import/ImportDialog.tsx'),
    loadTexts(['moduleEditor', 'moduleFaults']),
  ])
  return { default: module.ImportDialog }
})

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
