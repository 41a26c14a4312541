import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy, type PDFPageProxy } from 'pdfjs-dist'
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?worker&url'

GlobalWorkerOptions.workerSrc = workerUrl

/** The fonts every PDF may name without carrying them; files of our own, fetched when one is asked for. */
const fontUrls = import.meta.glob<string>(
  '../../../../../node_modules/pdfjs-dist/standard_fonts/*.{pfb,ttf}',
  { query: '?url', import: 'default', eager: true },
)

const fontUrl = (filename: string): string | undefined =>
  Object.entries(fontUrls).find(([path]) => path.endsWith(`/${filename}`))?.[1]

/** How the library asks for what it does not carry itself. */
class OwnFonts {
  async fetch({ filename }: { filename: string }): Promise<Uint8Array> {
    const url = fontUrl(filename)
    const answer = url ? await fetch(url) : undefined
    if (!answer?.ok) throw new Error(`no font ${filename}`)
    return new Uint8Array(await answer.arrayBuffer())
  }
}

/** Opens a PDF without running anything in it: no scripts, no forms, no code made from text, nothing fetched elsewhere. */
export const openPdf = (bytes: ArrayBuffer) =>
  getDocument({
    data: bytes,
    enableXfa: false,
    useSystemFonts: false,
    useWasm: false,
    useWorkerFetch: false,
    BinaryDataFactory: OwnFonts,
    // One page may not take all memory of a phone.
    canvasMaxAreaInBytes: 64 * 1024 * 1024,
    stopAtErrors: false,
    verbosity: 0,
  })

export type PdfDocument = PDFDocumentProxy

export const isPasswordWanted = (error: unknown): boolean =>
  error instanceof Error && error.name === 'PasswordException'

/** Draws a page so wide; answers how to stop, and when it is done. */
export const drawPage = (page: PDFPageProxy, canvas: HTMLCanvasElement, width: number) => {
  const density = Math.min(window.devicePixelRatio || 1, 2)
  const plain = page.getViewport({ scale: 1 })
  const viewport = page.getViewport({ scale: (width * density) / plain.width })
  canvas.width = Math.floor(viewport.width)
  canvas.height = Math.floor(viewport.height)
  canvas.style.width = `${width}px`
  canvas.style.height = `${(width * plain.height) / plain.width}px`
  // What a form asks for is not shown, and nothing of it runs.
  return page.render({ canvas, viewport, annotationMode: 1 })
}
