import { useTranslation } from 'react-i18next'
import { Hint } from '../../../ui/base/Hint.tsx'
import { MarkPanel } from './MarkPanel.tsx'
import type { Chart } from './use-chart.ts'

/** What the mark says that was just touched, and word of a chart that holds no more. */
export const ChartPanel = ({ chart }: { chart: Chart }) => {
  const { t } = useTranslation('bodyChart')
  const { selected } = chart
  const index = chart.edit.selected ?? 0
  return (
    <>
      {chart.edit.isFull && (
        <Hint role="alert">
          <b>{t('full')}</b>
        </Hint>
      )}
      {selected && (
        <MarkPanel
          key={index}
          mark={selected}
          headRef={chart.panelHead}
          onChange={(mark) => chart.act({ kind: 'change', index, mark })}
          onRemove={() => chart.act({ kind: 'remove', index })}
          onClose={() => chart.act({ kind: 'select', index: null })}
        />
      )}
    </>
  )
}
