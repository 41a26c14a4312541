import { useTranslation } from 'react-i18next'
import styles from './ChartPairs.module.css'
import { ChartToggle } from './ChartToggle.tsx'
import { type Chart, companion } from './use-chart.ts'

const pairs = ['front', 'left', 'palms', 'soles'] as const

/** The views by twos, in one row: two of them belong together, and each pair says whether something is marked there. */
export const ChartPairs = ({ chart: { view, setView, edit } }: { chart: Chart }) => {
  const { t } = useTranslation('bodyChart')
  const holds = (one: (typeof pairs)[number], other: typeof view) => other === one || other === companion[one]
  return (
    <fieldset className={styles.pairs} aria-label={t('views')}>
      {pairs.map((one) => (
        <ChartToggle key={one} isOn={holds(one, view)} onClick={() => setView(one)}>
          {t(`pair.${one}`)}
          {edit.marks.some((mark) => holds(one, mark.view)) && <span aria-hidden="true"> •</span>}
        </ChartToggle>
      ))}
    </fieldset>
  )
}
