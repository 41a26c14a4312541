import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { CheckboxField } from '../../../ui/base/CheckboxField.tsx'
import { Hint } from '../../../ui/base/Hint.tsx'
import { MarkList } from './MarkList.tsx'
import { RegionSearch } from './RegionSearch.tsx'
import type { Chart } from './use-chart.ts'

/** What is marked, in words, and how the last visit and any region are reached without the drawing. */
export const ChartMarks = ({ chart }: { chart: Chart }) => {
  const { t } = useTranslation('bodyChart')
  const { edit, last } = chart
  return (
    <>
      <RegionSearch onPick={(place) => chart.openPanel({ kind: 'mark', place }, place.view)} />
      {edit.marks.length === 0 && <Hint>{t('none')}</Hint>}
      <MarkList
        marks={edit.marks}
        selected={edit.selected}
        onSelect={(index) => chart.openPanel({ kind: 'select', index }, edit.marks[index]?.view)}
        onRemove={(index) => chart.act({ kind: 'remove', index })}
      />
      {last.length > 0 && (
        <CheckboxField
          label={t('showLast')}
          checked={chart.showsLast}
          onChange={(event) => chart.setShowsLast(event.currentTarget.checked)}
        />
      )}
      {last.length > 0 && edit.marks.length === 0 && (
        <Button variant="default" onClick={() => chart.act({ kind: 'replace', marks: last })}>
          {t('carry')}
        </Button>
      )}
    </>
  )
}
