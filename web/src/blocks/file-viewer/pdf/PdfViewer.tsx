import { useTranslation } from 'react-i18next'
import { SkeletonRows } from '../../../ui/Skeletons.tsx'
import { PdfPages } from './PdfPages.tsx'
import styles from './PdfViewer.module.css'
import { usePdf } from './use-pdf.ts'

export interface PdfViewerProps {
  blob: Blob
  name: string
}

/** A PDF, page by page, drawn here: nothing in it runs. */
export const PdfViewer = ({ blob, name }: PdfViewerProps) => {
  const { t } = useTranslation('files')
  const pdf = usePdf(blob)
  if (pdf === 'loading') return <SkeletonRows rows={3} label={t('viewer.loading', { name })} />
  if (typeof pdf !== 'string') return <PdfPages pdf={pdf} name={name} />
  return (
    <p className={styles.message} role="alert">
      {t(pdf === 'protected' ? 'pdf.protected' : 'viewer.unreadable')}
    </p>
  )
}
