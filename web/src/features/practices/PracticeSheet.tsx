import { useTranslation } from 'react-i18next'
import { usePracticeSession } from '../../api/session.ts'
import { Sheet } from '../../ui/Sheet.tsx'
import classes from './PracticeSheet.module.css'

/** The practice one works in and the own place in it. */
export const PracticeSheet = () => {
  const { t } = useTranslation(['practice', 'common'])
  const { authPractice, practiceRole, clinical } = usePracticeSession()
  const facts = [
    [t('name'), authPractice.name],
    [t('timezone'), authPractice.timezone.replaceAll('_', ' ')],
    [t('role'), practiceRole ? t(`roles.${practiceRole}`) : ''],
    [t('clinicalAccess'), t(clinical ? 'clinicalYes' : 'clinicalNo')],
  ] as const
  return (
    <Sheet title={t('title')}>
      <dl className={classes.facts}>
        {facts.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Sheet>
  )
}
