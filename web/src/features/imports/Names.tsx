import type { ImportBatch } from '@ulna/contract/imports/imports'
import { type NameRule, nameRules } from '@ulna/contract/imports/imports.fields'
import { useTranslation } from 'react-i18next'
import { Hint } from '../../ui/base/Hint.tsx'
import { SelectField } from '../../ui/fields/SelectField.tsx'
import styles from './Imports.module.css'
import { useChangeImport } from './imports.queries.ts'

/** By which rule whole names are split, and some of them as they are split by it; nothing where no column holds any. */
export const Names = ({ batch: { id, names } }: { batch: ImportBatch }) => {
  const { t } = useTranslation('imports')
  const change = useChangeImport(id)
  if (names === null) return null
  return (
    <div className={styles.choices} aria-busy={change.isPending}>
      <SelectField
        className={styles.choice}
        label={t('names.label')}
        value={names.rule}
        onChange={({ currentTarget }) => change.mutate({ nameRule: currentTarget.value as NameRule })}
        options={nameRules.map((value) => ({ value, label: t(`rule.${value}`) }))}
      />
      {names.commas > 0 && <Hint>{t('names.commas', { count: names.commas })}</Hint>}
      <ul className={styles.splits}>
        {names.preview.map(({ whole, firstName, lastName }) => (
          <li key={whole} className={styles.name}>
            <strong>{firstName}</strong> <span>{t('names.first')}</span> · <strong>{lastName}</strong>{' '}
            <span>{t('names.last')}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
