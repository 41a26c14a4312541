import type { ImportBatch, ImportDates } from '@ulna/contract/imports/imports'
import { type DateOrder, dateOrders } from '@ulna/contract/imports/imports.fields'
import { useTranslation } from 'react-i18next'
import { Hint } from '../../ui/base/Hint.tsx'
import { SelectField } from '../../ui/fields/SelectField.tsx'
import styles from './Imports.module.css'
import { useChangeImport } from './imports.queries.ts'

const useEvidence = () => {
  const { t } = useTranslation('imports')
  return ({ order, evidence, either }: ImportDates): string =>
    [
      evidence === null ? '' : t('trial.evidence', { order: t(`order.${order}`), evidence }),
      either === 0 ? '' : t('trial.either', { count: either }),
    ]
      .filter(Boolean)
      .join(' ')
}

/** In which order the dates of each column are, what says so, and what else it could be. Another one voids the trial. */
export const DateOrders = ({ batch: { id, columns, dates } }: { batch: ImportBatch }) => {
  const { t } = useTranslation('imports')
  const change = useChangeImport(id)
  const evidence = useEvidence()
  const choose = (column: number, order: DateOrder): void => {
    const others = dates.filter((one) => one.chosen && one.column !== column)
    change.mutate({
      dates: [...others.map((one) => ({ column: one.column, order: one.order })), { column, order }],
    })
  }
  return dates.map((one) => (
    <div key={one.column} className={styles.dates}>
      <SelectField
        label={t('order.label', { column: columns[one.column]?.header ?? one.column + 1 })}
        value={one.order}
        onChange={({ currentTarget }) => choose(one.column, currentTarget.value as DateOrder)}
        options={dateOrders.map((value) => ({ value, label: t(`order.${value}`) }))}
      />
      <Hint>{evidence(one)}</Hint>
    </div>
  ))
}
