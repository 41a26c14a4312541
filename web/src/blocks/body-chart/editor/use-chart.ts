import type { BodyMark, BodyView } from '@ulna/contract/record-class/body-chart/record-class.body-chart'
import { marksIn } from '@ulna/contract/record-class/body-chart/record-class.body-chart.values'
import { useRef, useState } from 'react'
import { figures } from '../figures.ts'
import { placeOfStroke } from '../place-of-stroke.ts'
import { type ChartAction, changeChart, editOf, sameMarks } from './chart-edit.ts'

export const chartTools = ['touch', 'pen', 'eraser'] as const
export type ChartTool = (typeof chartTools)[number]

export interface ChartProps {
  /** What the form holds; told anew after every change. */
  marks: readonly BodyMark[]
  onChange: (marks: readonly BodyMark[]) => void
  /** The marks of the last visit. */
  last: readonly BodyMark[]
}

/** Drawings that stand beside each other where there is room. */
export const companion: Readonly<Record<BodyView, BodyView>> = {
  front: 'back',
  back: 'front',
  left: 'right',
  right: 'left',
  palms: 'handBacks',
  handBacks: 'palms',
  soles: 'feet',
  feet: 'soles',
}

/** A chart while it is drawn: what is looked at, with which tool, and every change told to the form at once. */
export const useChart = ({ marks, onChange, last }: ChartProps) => {
  const [edit, setEdit] = useState(() => editOf(marks))
  const [seen, setSeen] = useState(marks)
  const [view, setView] = useState<BodyView>(marks[0]?.view ?? last[0]?.view ?? 'front')
  const [tool, setTool] = useState<ChartTool>('touch')
  const [showsLast, setShowsLast] = useState(true)
  const panelHead = useRef<HTMLHeadingElement>(null)

  // Beside the form it may be filled from elsewhere: with what the last visit said.
  if (seen !== marks) {
    setSeen(marks)
    // The form holds lines rounded.
    if (!sameMarks(seen, marks) && !sameMarks(marksIn({ marks: edit.marks }), marks)) setEdit(editOf(marks))
  }

  const act = (action: ChartAction): void => {
    const next = changeChart(edit, action)
    setEdit(next)
    if (next.marks !== edit.marks) onChange(next.marks)
  }

  return {
    edit,
    selected: edit.selected === null ? undefined : edit.marks[edit.selected],
    view,
    setView,
    tool,
    setTool,
    showsLast,
    setShowsLast,
    ghost: showsLast ? last : [],
    last,
    panelHead,
    act,
    /** For those who came by keyboard the details are where they go on. */
    openPanel: (action: ChartAction, at: BodyView | undefined): void => {
      act(action)
      if (at) setView(at)
      requestAnimationFrame(() => panelHead.current?.focus())
    },
    onStroke: (mark: BodyMark, stroke: number): void => {
      const index = edit.marks.indexOf(mark)
      act(tool === 'eraser' ? { kind: 'erase', index, stroke } : { kind: 'select', index })
    },
    onDrawn: (at: BodyView, stroke: readonly number[]): void =>
      act({ kind: 'draw', view: at, stroke, place: placeOfStroke(figures[at], at, stroke) }),
  }
}

export type Chart = ReturnType<typeof useChart>
