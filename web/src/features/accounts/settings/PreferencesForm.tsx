import { useMantineColorScheme } from '@mantine/core'
import { timeFormats } from '@ulna/contract/clock-text'
import { languages } from '@ulna/contract/languages'
import { useTranslation } from 'react-i18next'
import { reportError } from '../../../api/practice/app-errors.ts'
import { reportSuccess } from '../../../api/session/report-error.ts'
import { usePracticeSession } from '../../../api/session/session.ts'
import { currentLanguage } from '../../../i18n/i18n.ts'
import { Card } from '../../../ui/base/Card.tsx'
import { CardBody } from '../../../ui/CardBody.tsx'
import { ChoiceField } from '../../../ui/fields/ChoiceField.tsx'
import { type Preferences, savePreferences } from '../signed-in/preferences.ts'

const schemes = ['light', 'dark', 'auto'] as const

const save = (preferences: Preferences): void => {
  savePreferences(preferences).then(() => reportSuccess(), reportError)
}

/** What one person chooses: language, how times are written, light or dark. Every choice is kept at once. */
export const PreferencesForm = () => {
  const { t } = useTranslation(['settings', 'common'])
  const { authUser } = usePracticeSession()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <Card title={t('preferences.title')}>
      <CardBody>
        <ChoiceField
          legend={t('common:userMenu.language')}
          name="language"
          value={currentLanguage()}
          choices={languages.map((value) => ({ value, label: t(`common:languages.${value}`) }))}
          onChange={(language) => save({ language })}
        />
        <ChoiceField
          legend={t('preferences.timeFormat')}
          name="timeFormat"
          value={authUser.timeFormat}
          choices={timeFormats.map((value) => ({ value, label: value === 'HH:mm' ? '14:30' : '02:30 pm' }))}
          onChange={(timeFormat) => save({ timeFormat })}
        />
        <ChoiceField
          legend={t('common:userMenu.scheme')}
          name="scheme"
          value={colorScheme}
          choices={schemes.map((value) => ({ value, label: t(`common:scheme.${value}`) }))}
          onChange={setColorScheme}
        />
      </CardBody>
    </Card>
  )
}
