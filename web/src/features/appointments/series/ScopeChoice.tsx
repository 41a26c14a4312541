import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { stackClass } from '../../../ui/base/stack.ts'
import styles from './ScopeChoice.module.css'
import type { Scope } from './series-wish.ts'

export interface ScopeChoiceProps {
  legend: string
  scopes: readonly Scope[]
  value: Scope
  onChange: (scope: Scope) => void
  /** What choosing it means, in words; undefined while that is not known. */
  describe: (scope: Scope) => string | undefined
}

/** Which occurrences of a series are meant. The focus starts on the choice, so that Enter takes it. */
export const ScopeChoice = ({ legend, scopes, value, onChange, describe }: ScopeChoiceProps) => {
  const { t } = useTranslation('series')
  const id = useId()
  return (
    <fieldset className={stackClass(8)}>
      <legend>{legend}</legend>
      {scopes.map((scope) => (
        <label key={scope} className={styles.choice}>
          <input
            type="radio"
            name={id}
            checked={scope === value}
            onChange={() => onChange(scope)}
            aria-labelledby={`${id}-${scope}`}
            aria-describedby={`${id}-${scope}-words`}
            data-autofocus={scope === value || undefined}
          />
          <span>
            <b id={`${id}-${scope}`}>{t(`scope.${scope}`)}</b>
            <span id={`${id}-${scope}-words`} className={styles.words}>
              {describe(scope) ?? t('scope.counting')}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
