import { useTranslation } from 'react-i18next'
import { classNames } from '../../../ui/base/class-names.ts'
import { Hint } from '../../../ui/base/Hint.tsx'
import { rowClass } from '../../../ui/base/Row.tsx'
import styles from './ColorField.module.css'

/** The practitioner colours of the theme, by number and word. */
const colors = [
  { value: 1, name: 'sky' },
  { value: 2, name: 'ochre' },
  { value: 3, name: 'plum' },
  { value: 4, name: 'clay' },
] as const

type ColorName = (typeof colors)[number]['name']

/** The word for a colour; of one that the theme does not have, the first. */
export const colorName = (color: number): ColorName =>
  colors.find(({ value }) => value === color)?.name ?? colors[0].name

export interface ColorFieldProps {
  value: number
  onChange: (color: number) => void
}

/** Which of the practitioner colours appointments of this person have. */
export const ColorField = ({ value: chosen, onChange }: ColorFieldProps) => {
  const { t } = useTranslation('settings')
  return (
    <fieldset className={styles.field}>
      <legend>{t('profile.color')}</legend>
      <div className={rowClass}>
        {colors.map(({ value, name }) => (
          <label key={value} className={styles.choice}>
            <input
              type="radio"
              name="color"
              value={value}
              className={styles.input}
              checked={value === chosen}
              onChange={() => onChange(value)}
            />
            <span className={classNames(styles.swatch, styles[`c${value}`])} aria-hidden="true" />
            <span>{t(`profile.colors.${name}`)}</span>
          </label>
        ))}
      </div>
      <Hint>{t('profile.colorHint')}</Hint>
    </fieldset>
  )
}
