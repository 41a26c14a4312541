import { useQueryClient } from '@tanstack/react-query'
import type { RecordFile } from '@ulna/contract/records/records'
import { reportError } from '../../api/practice/app-errors.ts'
import { saveBlob } from '../../ui/save-blob.ts'
import { fileBytesQuery } from './files.queries.ts'

/** Hands the original to the browser as a file to keep. */
export const useDownload = () => {
  const client = useQueryClient()
  return async (file: RecordFile): Promise<void> => {
    try {
      saveBlob(await client.fetchQuery(fileBytesQuery(file.id, 'original')), file.fileName)
    } catch (error) {
      reportError(error)
    }
  }
}
