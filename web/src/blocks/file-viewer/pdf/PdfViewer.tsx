import { type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../ui/IconButton.tsx'
import { ChevronLeftIcon, ChevronRightIcon } from '../../../ui/icons/shared-icons.tsx'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import { clamp } from '../geometry.ts'
import { StageLoading, StageMessage } from '../StageMessage.tsx'
import { useSize } from '../use-size.ts'
import { ToolBar, ZoomTools } from '../ViewTools.tsx'
import { zoomStep } from '../view-state.ts'
import type { PdfDocument } from './open-pdf.ts'
import styles from './PdfViewer.module.css'
import { usePdf, usePdfPage } from './use-pdf.ts'

/** Widest page at its plain size: lines longer than that are hard to read. */
const widest = 880
const margin = 32

const zooms = { least: 0.5, most: 5 } as const

const PdfPages = ({ pdf, name }: { pdf: PdfDocument; name: string }) => {
  const { t } = useTranslation('files')
  const [page, setPage] = useState(1)
  const [zoom, setZoom] = useState(1)
  const { ref, size } = useSize()
  const canvas = useRef<HTMLCanvasElement>(null)
  const width = Math.round(Math.max(0, Math.min(widest, size.width - margin)) * zoom)
  const { isDrawing, isBroken } = usePdfPage(pdf, page, width, canvas)
  const count = pdf.numPages
  const go = (next: number): void => {
    if (Number.isInteger(next)) setPage(clamp(next, 1, count))
  }
  const zoomBy = (factor: number): void => setZoom((now) => clamp(now * factor, zooms.least, zooms.most))

  const press = (event: KeyboardEvent): void => {
    const does: Readonly<Record<string, () => void>> = {
      '+': () => zoomBy(zoomStep),
      '-': () => zoomBy(1 / zoomStep),
      '0': () => setZoom(1),
      ArrowLeft: () => go(page - 1),
      ArrowRight: () => go(page + 1),
    }
    const act = event.ctrlKey || event.metaKey ? undefined : does[event.key]
    act?.()
  }

  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a section would need a heading */}
      <div
        ref={ref}
        className={styles.pages}
        role="region"
        aria-label={t('pdf.canvas', { page, name })}
        aria-busy={isDrawing}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls takes keys
        tabIndex={0}
        data-autofocus
        onKeyDown={press}
      >
        {isBroken && <StageMessage role="alert">{t('viewer.unreadable')}</StageMessage>}
        <canvas
          ref={canvas}
          role="img"
          aria-label={t('pdf.canvas', { page, name })}
          className={styles.page}
        />
      </div>
      <ToolBar>
        <IconButton label={t('pdf.previous')} disabled={page === 1} onClick={() => go(page - 1)}>
          <ChevronLeftIcon />
        </IconButton>
        <label className={styles.number}>
          <VisuallyHidden>{t('pdf.number')}</VisuallyHidden>
          <input
            type="number"
            min={1}
            max={count}
            value={page}
            onChange={(event) => go(event.currentTarget.valueAsNumber)}
          />
        </label>
        <span role="status">{t('pdf.page', { page, count })}</span>
        <IconButton label={t('pdf.next')} disabled={page === count} onClick={() => go(page + 1)}>
          <ChevronRightIcon />
        </IconButton>
        <ZoomTools zoom={zoom} onZoom={zoomBy} onFit={() => setZoom(1)} />
      </ToolBar>
    </>
  )
}

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
