import type { RecordRow } from '@ulna/contract/records/records'
import { useEffect } from 'react'
import { loadTexts } from '../../i18n/i18n.ts'

const isChart = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Array.isArray(Reflect.get(value, 'marks'))

const hasChart = ({ data }: RecordRow): boolean => data !== null && Object.values(data).some(isChart)

/** Loads the names of the regions of the body where a record has some, so that they can be sought. */
export const useChartTexts = (records: readonly RecordRow[]): void => {
  const asks = records.some(hasChart)
  useEffect(() => {
    if (!asks) return
    // A region is not found by its name until the network is back; nothing else is missing.
    void loadTexts(['bodyChart']).catch(() => undefined)
  }, [asks])
}
