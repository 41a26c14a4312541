import { useTranslation } from 'react-i18next'
import { ModuleBoard } from '../../../features/modules/ModuleBoard.tsx'
import { OwnForms } from '../../../features/modules/OwnForms.tsx'
import { LinkButton } from '../../../ui/base/LinkButton.tsx'
import { PageTitle } from '../../../ui/PageTitle.tsx'

/** `/app/modules`: forms that add to a practice's files. */
export const ModulesPage = () => {
  const { t } = useTranslation('modules')
  return (
    <>
      <PageTitle
        title={t('title')}
        subtitle={t('lead')}
        actions={
          <>
            <LinkButton to="/app/settings" variant="default">
              {t('settings')}
            </LinkButton>
            <OwnForms />
          </>
        }
      />
      <ModuleBoard />
    </>
  )
}
