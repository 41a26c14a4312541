import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { nudge, type Point } from '../geometry.ts'
import styles from './CompareView.module.css'

export interface Mark {
  /** What is seen on it. */
  readonly sign: string
  /** What is heard: which point of which photo, and where it is. */
  readonly label: string
}

export interface MarksProps {
  /** In fractions of the picture. */
  points: readonly Point[]
  marks: readonly Mark[]
  onMove: (index: number, to: Point) => void
}

const moves: Readonly<Record<string, readonly [dx: number, dy: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** Half a percent of the picture; with Shift ten times that. */
const small = 0.005

/** Points on a picture, moved by dragging or by arrows. Stands in a frame of the picture's size. */
export const Marks = ({ points, marks, onMove }: MarksProps) => {
  const frame = useRef<HTMLDivElement>(null)

  const press = (index: number, event: KeyboardEvent): void => {
    const move = moves[event.key]
    const point = points[index]
    if (!move || !point) return
    event.preventDefault()
    event.stopPropagation()
    const step = event.shiftKey ? small * 10 : small
    onMove(index, nudge(point, move[0] * step, move[1] * step))
  }

  const drag = (index: number, event: PointerEvent): void => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId) || !frame.current) return
    const { left, top, width, height } = frame.current.getBoundingClientRect()
    const to = { x: (event.clientX - left) / width, y: (event.clientY - top) / height }
    onMove(index, nudge(to, 0, 0))
  }

  return (
    <div ref={frame} className={styles.marks}>
      {points.map((point, index) => (
        <button
          key={marks[index]?.sign ?? index}
          type="button"
          className={styles.mark}
          aria-label={marks[index]?.label}
          style={{ left: `${point.x * 100}%`, top: `${point.y * 100}%` }}
          onKeyDown={(event) => press(index, event)}
          onPointerDown={(event) => {
            event.stopPropagation()
            event.currentTarget.setPointerCapture(event.pointerId)
          }}
          onPointerMove={(event) => drag(index, event)}
        >
          <span aria-hidden="true">{marks[index]?.sign}</span>
        </button>
      ))}
    </div>
  )
}
