import { useTranslation } from 'react-i18next'
import { PreferencesSheet } from '../../../features/accounts/PreferencesSheet.tsx'
import { PracticeSheet } from '../../../features/practices/PracticeSheet.tsx'
import { PageTitle } from '../../../ui/PageTitle.tsx'
import classes from './SettingsPage.module.css'

export const SettingsPage = () => {
  const { t } = useTranslation('settings')
  return (
    <>
      <PageTitle title={t('title')} subtitle={t('subtitle')} />
      <div className={classes.sheets}>
        <PreferencesSheet />
        <PracticeSheet />
      </div>
    </>
  )
}
