import { useTranslation } from 'react-i18next'
import { usePermission } from '../../api/practice/use-permission.ts'
import { Card } from '../../ui/base/Card.tsx'
import { LinkButton } from '../../ui/base/LinkButton.tsx'

/** Leads to the key of the practice and to files from other practices, where somebody may read such. */
export const HandOversLink = () => {
  const { t } = useTranslation('handOvers')
  const { allowed } = usePermission('receiveFiles')
  if (!allowed) return null
  const link = (
    <LinkButton to="/app/hand-overs" variant="default">
      {t('go')}
    </LinkButton>
  )
  return <Card title={t('page')} lead={<p>{t('pageLead')}</p>} action={link} />
}
