import type { ReceivedFile } from '@ulna/contract/hand-overs/hand-overs'
import { useTranslation } from 'react-i18next'

/** What is in a file that came, in a line. */
export const useFileCounts = () => {
  const { t } = useTranslation('handOvers')
  return ({ counts }: Pick<ReceivedFile, 'counts'>): string =>
    t('countLine', {
      records: t('records', { count: counts.records }),
      files: t('files', { count: counts.files }),
      signatures: t('signatures', { count: counts.signatures }),
    })
}
