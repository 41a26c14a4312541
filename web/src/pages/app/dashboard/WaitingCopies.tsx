import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dueCountQuery } from '../../../features/patient-copies/patient-copies.queries.ts'
import { useDates } from '../../../i18n/dates/use-dates.ts'
import { lazyPart } from '../../../i18n/lazy-part.ts'
import { Card } from '../../../ui/base/Card.tsx'
import { CardBody } from '../../../ui/CardBody.tsx'
import { Optional } from '../../../ui/Optional.tsx'

const DueCopiesDialog = lazyPart(
  () => import('../../../features/patient-copies/DueCopiesDialog.tsx'),
  'DueCopiesDialog',
  ['copies'],
)

/** Copies that patients asked for and the law gives a month for; nothing where none waits. */
export const WaitingCopies = () => {
  const { t } = useTranslation('dashboard')
  const dates = useDates()
  const { data } = useQuery(dueCountQuery)
  const [shown, setShown] = useState(false)
  if (!data?.firstDueOn) return null
  const isOver = data.firstDueOn < dates.today()
  return (
    <Card title={t('copies.title')} count={data.count}>
      <CardBody>
        <p>{t(isOver ? 'copies.over' : 'copies.due', { day: dates.day(data.firstDueOn) })}</p>
        <Button variant="light" onClick={() => setShown(true)}>
          {t('copies.show')}
        </Button>
      </CardBody>
      <Optional>{shown && <DueCopiesDialog onClose={() => setShown(false)} />}</Optional>
    </Card>
  )
}
