import { Button } from '@mantine/core'
import type { ImportBatch } from '@ulna/contract/imports/imports'
import { useTranslation } from 'react-i18next'
import { useDownloadFaults } from './imports.queries.ts'

/** Fetches the rows that cannot be carried out, with what to put right; nothing where there are none. */
export const FaultsButton = ({ batch: { id, fileName, counts } }: { batch: ImportBatch }) => {
  const { t } = useTranslation('imports')
  const download = useDownloadFaults(id)
  if (counts === null || counts.fault + counts.clash === 0) return null
  const name = `${fileName.replace(/\.[^.]*$/, '')} - ${t('faults.file')}.csv`
  return (
    <div>
      <Button variant="default" loading={download.isPending} onClick={() => download.mutate(name)}>
        {t('faults.action')}
      </Button>
    </div>
  )
}
