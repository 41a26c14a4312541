import { useTranslation } from 'react-i18next'
import { classNames } from '../../../ui/class-names.ts'
import classes from './ColorField.module.css'

/** The practitioner colours of the theme, by number and word. */
const colors = [
  { value: 1, name: 'sky' },
  { value: 2, name: 'ochre' },
  { value: 3, name: 'plum' },
  { value: 4, name: 'clay' },
] as const

/** Which of the practitioner colours appointments of this person have. */
export const ColorField = ({ defaultValue }: { defaultValue: number }) => {
  const { t } = useTranslation('settings')
  return (
    <fieldset className={classes.field}>
      <legend className={classes.legend}>{t('profile.color')}</legend>
      <div className={classes.choices}>
        {colors.map(({ value, name }) => (
          <label key={value} className={classes.choice}>
            <input
              type="radio"
              name="color"
              value={value}
              className={classes.input}
              defaultChecked={value === defaultValue}
            />
            <span className={classNames(classes.swatch, classes[`c${value}`])} aria-hidden="true" />
            <span>{t(`profile.colors.${name}`)}</span>
          </label>
        ))}
      </div>
      <p className={classes.hint}>{t('profile.colorHint')}</p>
    </fieldset>
  )
}
