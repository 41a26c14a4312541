import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import Pad from 'signature_pad'
import { boxOf, isWritten } from './stroke-box.ts'

/** Ink of the picture that is kept: it goes onto white paper, whatever the screen looks like. */
const ink = '#111111'

/** Longer edge of the picture that is kept, in pixels: sharp on paper, and some ten kilobytes. */
const longestEdge = 1000

const fit = (canvas: HTMLCanvasElement, pad: Pad): void => {
  const ratio = Math.max(window.devicePixelRatio, 1)
  const strokes = pad.toData()
  canvas.width = canvas.offsetWidth * ratio
  canvas.height = canvas.offsetHeight * ratio
  canvas.getContext('2d')?.scale(ratio, ratio)
  pad.clear()
  pad.fromData(strokes)
}

/** The strokes alone, on nothing, as PNG data URL. */
const pictureOf = (canvas: HTMLCanvasElement, pad: Pad): string | null => {
  const strokes = pad.toData()
  const box = boxOf(strokes, { width: canvas.offsetWidth, height: canvas.offsetHeight })
  if (!box || !isWritten(strokes)) return null
  const ratio = canvas.width / canvas.offsetWidth
  const scale = Math.min(ratio, longestEdge / Math.max(box.width, box.height))
  const picture = document.createElement('canvas')
  picture.width = Math.max(1, Math.round(box.width * scale))
  picture.height = Math.max(1, Math.round(box.height * scale))
  const from = [box.left, box.top, box.width, box.height].map((side) => side * ratio) as [
    number,
    number,
    number,
    number,
  ]
  picture.getContext('2d')?.drawImage(canvas, ...from, 0, 0, picture.width, picture.height)
  return picture.toDataURL('image/png')
}

export interface SignaturePadState {
  readonly canvas: RefObject<HTMLCanvasElement | null>
  readonly strokes: number
  readonly undo: () => void
  readonly clear: () => void
}

/** A pad that is written on by finger, pen or mouse; `onChange` hears the picture, null while there is no signature. */
export const useSignaturePad = (onChange: (picture: string | null) => void): SignaturePadState => {
  const canvas = useRef<HTMLCanvasElement>(null)
  const pad = useRef<Pad>(null)
  const [strokes, setStrokes] = useState(0)
  const told = useRef(onChange)
  told.current = onChange

  const tell = useCallback(() => {
    if (!canvas.current || !pad.current) return
    setStrokes(pad.current.toData().length)
    told.current(pictureOf(canvas.current, pad.current))
  }, [])

  useEffect(() => {
    const element = canvas.current
    if (!element) return
    const made = new Pad(element, { penColor: ink, minWidth: 1, maxWidth: 3 })
    pad.current = made
    made.addEventListener('endStroke', tell)
    const watch = new ResizeObserver(() => fit(element, made))
    watch.observe(element)
    return () => {
      watch.disconnect()
      made.off()
    }
  }, [tell])

  const keep = (many: number) => {
    const { current } = pad
    if (!current) return
    const kept = current.toData().slice(0, many)
    current.clear()
    current.fromData(kept)
    tell()
  }
  return { canvas, strokes, undo: () => keep(-1), clear: () => keep(0) }
}
