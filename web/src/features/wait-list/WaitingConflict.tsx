import { Button } from '@mantine/core'
import type { WaitingPatient } from '@ulna/contract/wait-list/wait-list'
import { useTranslation } from 'react-i18next'
import { useWaitListWords } from './use-wait-list-words.ts'
import css from './WaitingForm.module.css'

export interface WaitingConflictProps {
  /** What a colleague made of the wish meanwhile. */
  theirs: WaitingPatient
  /** Goes on from what the colleague saved. */
  onTheirs: () => void
  /** Saves what was typed; who waits no more is put back on the list. */
  onMine: () => void
  /** Leaves it as the colleague did. */
  onLeave: () => void
}

/** A colleague changed the wish meanwhile, or the patient waits no more: both are there to choose from. */
export const WaitingConflict = ({ theirs, onTheirs, onMine, onLeave }: WaitingConflictProps) => {
  const { t } = useTranslation(['waitList', 'calendar'])
  const words = useWaitListWords()
  const { status, patientName: name } = theirs
  const isWaiting = status === 'waiting'
  return (
    <div className={css.banner} role="alert">
      {isWaiting ? (
        <p>
          <strong>{t('conflict.title')}</strong> {words.wishes(theirs)}
        </p>
      ) : (
        <p>{t(`conflict.${status}`, { name })}</p>
      )}
      <div className={css.choices}>
        <Button variant="default" onClick={isWaiting ? onTheirs : onLeave}>
          {t(isWaiting ? 'calendar:conflict.theirs' : 'conflict.leave')}
        </Button>
        <Button variant="light" onClick={onMine}>
          {t(isWaiting ? 'calendar:conflict.mine' : 'conflict.putBack')}
        </Button>
      </div>
    </div>
  )
}
