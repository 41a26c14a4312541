import { useIsFetching } from '@tanstack/react-query'
import type { RecordRow } from '@ulna/contract/records/records'
import { Suspense } from 'react'
import { FilePrint, type FilePrintProps } from '../../../features/records/print/FilePrint.tsx'
import { lazyPart } from '../../../i18n/lazy-part.ts'

const PrintedFiles = lazyPart(() => import('../../../features/files/PrintedFiles.tsx'), 'PrintedFiles', [
  'files',
])

/** Records on paper, with their files. */
export const PrintPages = (props: Omit<FilePrintProps, 'filesOf' | 'isLoading'>) => {
  const loading = useIsFetching({ queryKey: ['file-bytes'] })
  const filesOf = (record: RecordRow) => {
    const files = props.file.files.filter(({ recordId }) => recordId === record.id)
    return (
      files.length > 0 && (
        <Suspense>
          <PrintedFiles record={record} files={files} />
        </Suspense>
      )
    )
  }
  return <FilePrint {...props} filesOf={filesOf} isLoading={loading > 0} />
}
