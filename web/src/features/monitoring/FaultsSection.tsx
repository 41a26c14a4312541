import { useQuery } from '@tanstack/react-query'
import type { Fault } from '@ulna/contract/monitoring/monitoring'
import { useTranslation } from 'react-i18next'
import { Card, CardList } from '../../ui/base/Card.tsx'
import { EmptyState } from '../../ui/base/EmptyState.tsx'
import { Hint } from '../../ui/base/Hint.tsx'
import { ListRow } from '../../ui/base/ListRow.tsx'
import { Pill } from '../../ui/pills/Pill.tsx'
import { monitoringQuery } from './monitoring.queries.ts'
import { useInstant } from './use-instant.ts'

const FaultRow = ({ fault }: { fault: Fault }) => {
  const { t } = useTranslation('monitoring')
  const instant = useInstant()
  const { reference, at, method, route, status, key } = fault
  return (
    <ListRow
      head={
        <>
          <b>{t('faults.reference', { reference })}</b>
          <Pill tone="bad">{status}</Pill>
          <code>{key}</code>
        </>
      }
    >
      <Hint>
        {instant(at)} · <code>{`${method} ${route}`}</code>
      </Hint>
    </ListRow>
  )
}

/** What the server failed at last, by the number that was told; nothing until that is known. */
export const FaultsSection = () => {
  const { t } = useTranslation('monitoring')
  const { data } = useQuery(monitoringQuery)
  if (!data) return null
  return (
    <Card title={t('faults.title')} lead={<p>{t('faults.lead')}</p>}>
      {data.faults.length === 0 ? (
        <EmptyState plain level={3} title={t('faults.empty')}>
          {t('faults.emptyText')}
        </EmptyState>
      ) : (
        <CardList>
          {data.faults.map((fault) => (
            <FaultRow key={`${fault.at} ${fault.reference}`} fault={fault} />
          ))}
        </CardList>
      )}
    </Card>
  )
}
