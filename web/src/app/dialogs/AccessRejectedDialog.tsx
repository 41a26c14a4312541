import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hasKey } from '../../api/http/api-error.ts'
import { reportError } from '../../api/practice/app-errors.ts'
import { queryClient } from '../../api/practice/query-client.ts'
import { loadPractices, loadSession } from '../../api/session/load-session.ts'
import { type AccessObstacle, accessObstacles, changeSession, useSession } from '../../api/session/session.ts'
import { signOut } from '../../features/accounts/signed-in/sign-out.ts'
import { choosePractice, reportChoice } from '../../features/practices/choice/choose-practice.ts'
import { calloutClass } from '../../ui/base/callout.ts'
import { paths } from '../paths.ts'
import styles from './AccessRejectedDialog.module.css'
import { GuardDialog } from './GuardDialog.tsx'

const useOtherPractices = () => {
  const { practices } = useSession()
  useEffect(() => void loadPractices().catch(reportError), [])
  return practices.filter(({ current }) => !current)
}

/** A rule of the practice keeps its member out now. What is being written stays where it is, underneath. */
export const AccessRejectedDialog = ({ obstacle }: { obstacle: AccessObstacle }) => {
  const { t } = useTranslation(['practice', 'common', 'error'])
  const navigate = useNavigate()
  const others = useOtherPractices()
  const [isAsking, setAsking] = useState(false)
  const [isStill, setStill] = useState(false)
  const tryAgain = async (): Promise<void> => {
    setAsking(true)
    setStill(false)
    try {
      await loadSession()
      changeSession({ accessRejected: null })
      await queryClient.invalidateQueries()
    } catch (error) {
      setStill(hasKey(error, ...accessObstacles))
      setAsking(false)
      reportError(error)
    }
  }
  const arrive = () => navigate({ to: paths.dashboard, ignoreBlocker: true })
  return (
    <GuardDialog title={t(`rejected.${obstacle}.title`)} text={t(`rejected.${obstacle}.text`)} zIndex={340}>
      <p role="status" className={calloutClass('warn', styles.still)}>
        {isStill ? t('rejected.still') : ''}
      </p>
      <Button fullWidth loading={isAsking} onClick={() => void tryAgain()}>
        {t('rejected.retry')}
      </Button>
      {others.length > 0 && (
        <section className={styles.others} aria-labelledby="other-practices">
          <h3 id="other-practices">{t('rejected.others')}</h3>
          {others.map(({ id, name }) => (
            <Button
              key={id}
              variant="default"
              fullWidth
              onClick={() => choosePractice(id, arrive).catch(reportChoice)}
            >
              {name}
            </Button>
          ))}
        </section>
      )}
      <Button variant="subtle" color="gray" fullWidth onClick={() => void signOut().catch(reportError)}>
        {t('common:userMenu.signOut')}
      </Button>
    </GuardDialog>
  )
}
