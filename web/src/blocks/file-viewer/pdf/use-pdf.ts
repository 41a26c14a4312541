import { type RefObject, useEffect, useRef, useState } from 'react'
import { drawPage, isPasswordWanted, openPdf, type PdfDocument } from './open-pdf.ts'

export type PdfState = PdfDocument | 'loading' | 'broken' | 'protected'

/** Opens a PDF, and closes it when it is no longer looked at. */
export const usePdf = (blob: Blob): PdfState => {
  const [state, setState] = useState<PdfState>('loading')
  useEffect(() => {
    let isWanted = true
    let close: (() => Promise<void>) | undefined
    const open = async (): Promise<PdfState> => {
      const bytes = await blob.arrayBuffer()
      if (!isWanted) return 'loading'
      const task = openPdf(bytes)
      close = () => task.destroy()
      return task.promise
    }
    open().then(
      (next) => isWanted && setState(next),
      (error: unknown) => isWanted && setState(isPasswordWanted(error) ? 'protected' : 'broken'),
    )
    return () => {
      isWanted = false
      void close?.()
    }
  }, [blob])
  return state
}

const isCancelled = (error: unknown): boolean =>
  error instanceof Error && error.name === 'RenderingCancelledException'

/** Draws one page on the canvas, anew when its width changes; true while it is being drawn. */
export const usePdfPage = (
  pdf: PdfDocument,
  number: number,
  width: number,
  canvas: RefObject<HTMLCanvasElement | null>,
): { isDrawing: boolean; isBroken: boolean } => {
  const [drawn, setDrawn] = useState('')
  const [broken, setBroken] = useState('')
  const wanted = `${number} ${width}`
  // One canvas takes one drawing at a time: the next waits until the last has stopped.
  const last = useRef<Promise<unknown>>(Promise.resolve())
  useEffect(() => {
    let isWanted = true
    let stop: (() => void) | undefined
    const draw = async (): Promise<void> => {
      await last.current
      const page = await pdf.getPage(number)
      if (!isWanted || !canvas.current || width === 0) return
      const task = drawPage(page, canvas.current, width)
      stop = () => task.cancel()
      await task.promise
      if (isWanted) setDrawn(`${number} ${width}`)
    }
    last.current = draw().catch((error: unknown) => {
      if (isWanted && !isCancelled(error)) setBroken(`${number} ${width}`)
    })
    return () => {
      isWanted = false
      stop?.()
    }
  }, [pdf, number, width, canvas])
  return { isDrawing: drawn !== wanted, isBroken: broken === wanted }
}
