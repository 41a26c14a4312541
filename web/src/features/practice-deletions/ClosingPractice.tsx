import { Button } from '@mantine/core'
import type { DeletionStand, PracticeDeletion } from '@ulna/contract/practice-deletions/practice-deletions'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDates } from '../../i18n/dates/use-dates.ts'
import { lazyPart } from '../../i18n/lazy-part.ts'
import { calloutClass } from '../../ui/base/callout.ts'
import { Hint } from '../../ui/base/Hint.tsx'
import { Row } from '../../ui/base/Row.tsx'
import { stackClass } from '../../ui/base/stack.ts'
import { Optional } from '../../ui/Optional.tsx'
import { useTakeDeletionBack } from './practice-deletions.queries.ts'

const ArrivalDialog = lazyPart(() => import('./ArrivalDialog.tsx'), 'ArrivalDialog')

/** What stands between the practice and its end, a line each. */
const Missing = ({ stand: { missing, archive } }: { stand: DeletionStand }) => {
  const { t } = useTranslation('practiceDeletions')
  if (missing.length === 0)
    return <p>{t(archive?.current && archive.arrived ? 'arrival.done' : 'closing.ready')}</p>
  return (
    <div className={calloutClass('warn')} role="status">
      <p>{t('closing.waits')}</p>
      <ul>
        {missing.map((thing) => (
          <li key={thing}>{t(`missing.${thing}`)}</li>
        ))}
      </ul>
    </div>
  )
}

export interface ClosingPracticeProps {
  stand: DeletionStand
  deletion: PracticeDeletion
}

/** A practice that waits for its day: when that is, what is missing, and the way back. */
export const ClosingPractice = ({ stand, deletion }: ClosingPracticeProps) => {
  const { t } = useTranslation('practiceDeletions')
  const dates = useDates()
  const back = useTakeDeletionBack()
  const [proving, setProving] = useState(false)
  const { destroyAfter, askedAt, askedBy, keeper } = deletion
  return (
    <div className={stackClass(12)}>
      <h3>{t('closing.title')}</h3>
      <p>{t('closing.lead', { day: dates.instantDay(destroyAfter) })}</p>
      <Missing stand={stand} />
      {stand.visitsAhead > 0 && <p>{t('visitsAhead', { count: stand.visitsAhead })}</p>}
      {keeper && <Hint>{t('closing.keeper', { ...keeper })}</Hint>}
      <Hint>{t('closing.asked', { by: askedBy, day: dates.instantDay(askedAt) })}</Hint>
      <Row>
        <Button loading={back.isPending} onClick={() => back.mutate()}>
          {t('closing.takeBack')}
        </Button>
        {stand.kept && (
          <Button variant="default" onClick={() => setProving(true)}>
            {t('arrival.title')}
          </Button>
        )}
      </Row>
      <Optional>{proving && <ArrivalDialog onClose={() => setProving(false)} />}</Optional>
    </div>
  )
}
