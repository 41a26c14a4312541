import type { FieldDifference, TextPart } from '@ulna/contract/records/records.difference.rules'
import { useTranslation } from 'react-i18next'
import styles from './Difference.module.css'

export interface DifferenceProps {
  differences: readonly FieldDifference[]
  /** Names of the two sides; there is no left one beside the first version. */
  before: string | undefined
  after: string
}

const elements = { same: 'span', removed: 'del', added: 'ins' } as const

const Side = ({
  parts,
  leaves,
  name,
}: {
  parts: readonly TextPart[]
  leaves: TextPart['kind']
  name: string
}) => {
  const { t } = useTranslation('history')
  const shown = parts.filter(({ kind }) => kind !== leaves)
  return (
    <div className={styles.side} data-side={name}>
      {shown.length === 0 && <span className={styles.nothing}>{t('difference.nothing')}</span>}
      {shown.map(({ kind, text }, index) => {
        const Element = elements[kind]
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have no name but their place
        return <Element key={index}>{text}</Element>
      })}
    </div>
  )
}

/** Two versions side by side, field by field: struck through what went, underlined what came. */
export const Difference = ({ differences, before, after }: DifferenceProps) => (
  <div className={styles.difference} data-sides={before === undefined ? 1 : 2}>
    <div className={styles.names} aria-hidden="true">
      {before !== undefined && <span>{before}</span>}
      <span>{after}</span>
    </div>
    <dl>
      {differences.map(({ fieldId, label, parts }) => (
        <div key={fieldId} className={styles.field}>
          <dt>{label}</dt>
          <dd>
            {before !== undefined && <Side parts={parts} leaves="added" name={before} />}
            <Side parts={parts} leaves="removed" name={after} />
          </dd>
        </div>
      ))}
    </dl>
  </div>
)
