import type { ImportBatch, ImportColumn } from '@ulna/contract/imports/imports'
import {
  fieldsOfKind,
  type ImportField,
  type ImportKind,
  missingNeeds,
} from '@ulna/contract/imports/imports.fields'
import { useTranslation } from 'react-i18next'
import { Card } from '../../ui/base/Card.tsx'
import { calloutClass } from '../../ui/base/callout.ts'
import { Hint } from '../../ui/base/Hint.tsx'
import { SelectField } from '../../ui/fields/SelectField.tsx'
import styles from './Imports.module.css'
import { useChangeImport } from './imports.queries.ts'
import { withField } from './matched-fields.ts'
import { Names } from './Names.tsx'
import { Values } from './Values.tsx'

interface ColumnLineProps {
  kind: ImportKind
  column: ImportColumn
  name: string
  onField: (field: ImportField | null) => void
}

const ColumnLine = ({ kind, column, name, onField }: ColumnLineProps) => {
  const { t } = useTranslation('imports')
  const options = fieldsOfKind[kind].map((value) => ({ value, label: t(`field.${value}`) }))
  return (
    <li className={styles.column} data-left-out={column.field === null || undefined}>
      <div>
        <strong className={styles.name}>{name}</strong>
        <Hint className={styles.name}>{column.samples.join(' · ')}</Hint>
      </div>
      <SelectField
        label={t('match.asFieldOf', { column: name })}
        value={column.field ?? ''}
        onChange={({ currentTarget }) => onField((currentTarget.value || null) as ImportField | null)}
        options={[{ value: '', label: t('match.none') }, ...options]}
      />
    </li>
  )
}

/** What each column is: as it was recognised, to be changed. */
export const MatchingCard = ({ batch }: { batch: ImportBatch }) => {
  const { t } = useTranslation('imports')
  const { id, kind, columns, preset } = batch
  const change = useChangeImport(id)
  const fields = columns.map(({ field }) => field)
  const missing = missingNeeds(kind, fields)
  return (
    <Card
      title={t('steps.match')}
      {...(preset === null ? {} : { lead: t('match.preset', { name: preset }) })}
    >
      <ul className={styles.columns} aria-busy={change.isPending}>
        {columns.map((column, index) => (
          <ColumnLine
            // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other name
            key={index}
            kind={kind}
            column={column}
            name={column.header || t('match.unnamed', { number: index + 1 })}
            onField={(field) => change.mutate({ fields: withField(fields, index, field) })}
          />
        ))}
      </ul>
      <Names batch={batch} />
      <Values batch={batch} />
      {missing.length > 0 && (
        <ul className={calloutClass('warn', styles.inset)} role="status">
          {missing.map((need) => (
            <li key={need}>{t(`need.${need}`)}</li>
          ))}
        </ul>
      )}
    </Card>
  )
}
