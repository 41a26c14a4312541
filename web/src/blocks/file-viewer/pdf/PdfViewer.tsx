import { useTranslation } from 'react-i18next'
import { StageLoading, StageMessage } from '../StageMessage.tsx'
import { PdfPages } from './PdfPages.tsx'
import { usePdf } from './use-pdf.ts'

export interface PdfViewerProps {
  blob: Blob
  name: string
}

/** A PDF, page by page, drawn here: nothing in it runs. */
export const PdfViewer = ({ blob, name }: PdfViewerProps) => {
  const { t } = useTranslation('files')
  const pdf = usePdf(blob)
  if (pdf === 'loading') return <StageLoading name={name} />
  if (typeof pdf !== 'string') return <PdfPages pdf={pdf} name={name} />
  return (
    <StageMessage role="alert">{t(pdf === 'protected' ? 'pdf.protected' : 'viewer.unreadable')}</StageMessage>
  )
}
