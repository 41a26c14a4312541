import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { reportError } from '../../api/practice/app-errors.ts'
import { enterPractice } from '../../api/practice/enter-practice.ts'
import { queryClient } from '../../api/practice/query-client.ts'
import { useSession } from '../../api/session/session.ts'
import { returnToPractice } from '../../features/practices/choice/choose-practice.ts'
import { paths } from '../paths.ts'
import { GuardDialog } from './GuardDialog.tsx'

const chosenAlready = async (): Promise<void> => undefined

/**
 * The session works in another practice since another tab chose it. Nothing of this page has reached it: one goes on
 * here, with everything that is being written, or there.
 */
export const MovedPracticeDialog = () => {
  const { t } = useTranslation('practice')
  const navigate = useNavigate()
  const { authPractice, practices, practiceMovedTo } = useSession()
  if (!authPractice) return null
  const other = practices.find(({ id }) => id === practiceMovedTo)?.name ?? t('moved.other')
  const here = authPractice.name
  const goThere = (): Promise<void> =>
    enterPractice(chosenAlready, () => navigate({ to: paths.dashboard, ignoreBlocker: true }))
  /** What could not be read meanwhile is read now. */
  const stay = async (): Promise<void> => {
    await returnToPractice(authPractice.id)
    await queryClient.invalidateQueries()
  }
  return (
    <GuardDialog title={t('moved.title')} text={t('moved.text', { here, other })} zIndex={340}>
      <Button fullWidth onClick={() => stay().catch(reportError)}>
        {t('moved.stay', { here })}
      </Button>
      <Button variant="subtle" color="gray" fullWidth onClick={() => goThere().catch(reportError)}>
        {t('moved.go', { other })}
      </Button>
    </GuardDialog>
  )
}
