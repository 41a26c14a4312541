import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useDates } from '../../i18n/dates/use-dates.ts'
import { Card, CardList } from '../../ui/base/Card.tsx'
import { Hint } from '../../ui/base/Hint.tsx'
import { ListRow } from '../../ui/base/ListRow.tsx'
import { ownDeletionsQuery, useCertificate } from './practice-deletions.queries.ts'

/** Practices that were deleted while the person owned them, with their certificates; nothing where there are none. */
export const OwnDeletions = () => {
  const { t } = useTranslation('practiceDeletions')
  const dates = useDates()
  const { data = [] } = useQuery(ownDeletionsQuery)
  const certificate = useCertificate()
  if (data.length === 0) return null
  return (
    <Card title={t('mine.title')} lead={<p>{t('mine.lead')}</p>}>
      <CardList>
        {data.map((one) => (
          <ListRow
            key={one.id}
            head={<b>{one.practiceName}</b>}
            actions={
              <Button
                variant="default"
                loading={certificate.isPending}
                aria-label={t('mine.certificateOf', { name: one.practiceName })}
                onClick={() => certificate.mutate(one)}
              >
                {t('mine.certificate')}
              </Button>
            }
          >
            {one.destroyedAt !== null && <p>{t('mine.line', { day: dates.instantDay(one.destroyedAt) })}</p>}
            {one.keeper && <p>{t('closing.keeper', { ...one.keeper })}</p>}
            <Hint>{one.paperCode}</Hint>
          </ListRow>
        ))}
      </CardList>
    </Card>
  )
}
