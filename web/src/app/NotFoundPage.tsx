import { useTranslation } from 'react-i18next'
import { EmptyState } from '../ui/base/EmptyState.tsx'
import { LinkButton } from '../ui/base/LinkButton.tsx'
import { paths } from './paths.ts'
import { StatePage } from './StatePage.tsx'

export const NotFoundPage = () => {
  const { t } = useTranslation('common')
  return (
    <StatePage>
      <EmptyState
        level={1}
        title={t('notFound.title')}
        actions={
          <>
            <LinkButton to={paths.dashboard}>{t('notFound.toApp')}</LinkButton>
            <LinkButton to={paths.home} variant="subtle" color="gray">
              {t('notFound.toHome')}
            </LinkButton>
          </>
        }
      >
        {t('notFound.text')}
      </EmptyState>
    </StatePage>
  )
}
