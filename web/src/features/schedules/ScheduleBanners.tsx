import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../ui/ErrorBanner.tsx'
import css from './ScheduleDialog.module.css'

/** It could not be saved; what was typed stays. */
export const Problem = ({ title, text }: { title: string; text: string }) => (
  <ErrorBanner title={title}>{text}</ErrorBanner>
)

export interface ConflictProps {
  title: string
  /** What a colleague saved meanwhile. */
  text: string
  isPending: boolean
  onTheirs: () => void
  onMine: () => void
}

/** A colleague saved something else meanwhile: both are there to choose from. */
export const Conflict = ({ title, text, isPending, onTheirs, onMine }: ConflictProps) => {
  const { t } = useTranslation('schedules')
  return (
    <ErrorBanner title={title}>
      <p>{text}</p>
      <div className={css.buttons}>
        <Button variant="default" onClick={onTheirs}>
          {t('conflict.seeTheirs')}
        </Button>
        <Button variant="light" loading={isPending} onClick={onMine}>
          {t('conflict.keepMine')}
        </Button>
      </div>
    </ErrorBanner>
  )
}
