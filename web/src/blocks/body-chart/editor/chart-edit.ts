import {
  type BodyMark,
  type BodyPlace,
  type BodyView,
  bodyChartLimits,
  placeKey,
} from '@ulna/contract/record-class/body-chart/record-class.body-chart'
import { readBodyChart } from '@ulna/contract/record-class/body-chart/record-class.body-chart.values'

type Marks = readonly BodyMark[]

/** A chart while it is being drawn. */
export interface ChartEdit {
  readonly marks: Marks
  /** Index of the mark whose details are open. */
  readonly selected: number | null
  /** What the marks were before each change, oldest first. */
  readonly past: readonly Marks[]
  /** True when the last change was refused because the chart holds no more. */
  readonly isFull: boolean
}

export type ChartAction =
  /** Marks a region, or opens the one that is marked; a mark that says nothing is taken back by a second touch. */
  | { readonly kind: 'touch'; readonly place: BodyPlace }
  | { readonly kind: 'mark'; readonly place: BodyPlace }
  | { readonly kind: 'select'; readonly index: number | null }
  | {
      readonly kind: 'draw'
      readonly view: BodyView
      readonly stroke: readonly number[]
      readonly place: BodyPlace | undefined
    }
  | { readonly kind: 'erase'; readonly index: number; readonly stroke: number }
  | { readonly kind: 'change'; readonly index: number; readonly mark: BodyMark }
  | { readonly kind: 'remove'; readonly index: number }
  | { readonly kind: 'replace'; readonly marks: Marks }
  | { readonly kind: 'undo' }

/** More steps back than anybody takes; each holds only what it changed. */
const mostSteps = 100

export const editOf = (marks: Marks): ChartEdit => ({ marks, selected: null, past: [], isFull: false })

const wordsOf = (mark: BodyMark): string => JSON.stringify(Object.entries(mark).sort())

/** True when both say the same of the same places, in the same order. */
export const sameMarks = (one: Marks, other: Marks): boolean =>
  one.length === other.length && one.every((mark, index) => wordsOf(mark) === wordsOf(other[index] ?? mark))

const isRegion = (mark: BodyMark): boolean => mark.strokes === undefined

const indexOfPlace = (marks: Marks, place: BodyPlace): number =>
  marks.findIndex((mark) => isRegion(mark) && placeKey(mark) === placeKey(place))

const saysNothing = ({ intensity, qualities, depth, note }: BodyMark): boolean =>
  intensity === undefined && !qualities?.length && depth === undefined && !note

const changed = (edit: ChartEdit, marks: Marks, selected: number | null): ChartEdit => {
  if (readBodyChart({ marks }).kind === 'faults') return { ...edit, isFull: true }
  return { marks, selected, past: [...edit.past, edit.marks].slice(-mostSteps), isFull: false }
}

const without = (edit: ChartEdit, index: number): ChartEdit =>
  changed(
    edit,
    edit.marks.filter((_, other) => other !== index),
    null,
  )

const replaced = (edit: ChartEdit, index: number, mark: BodyMark): ChartEdit =>
  changed(
    edit,
    edit.marks.map((one, other) => (other === index ? mark : one)),
    index,
  )

const marked = (edit: ChartEdit, place: BodyPlace): ChartEdit => {
  const index = indexOfPlace(edit.marks, place)
  return index >= 0
    ? { ...edit, selected: index, isFull: false }
    : changed(edit, [...edit.marks, place], edit.marks.length)
}

const touched = (edit: ChartEdit, place: BodyPlace): ChartEdit => {
  const index = indexOfPlace(edit.marks, place)
  const mark = edit.marks[index]
  return mark && edit.selected === index && saysNothing(mark) ? without(edit, index) : marked(edit, place)
}

/** Lines of one view drawn one after the other are one mark, until its details are closed. */
const drawn = (edit: ChartEdit, { view, stroke, place }: ChartAction & { kind: 'draw' }): ChartEdit => {
  const open = edit.selected === null ? undefined : edit.marks[edit.selected]
  const joins = open?.strokes && open.view === view && open.strokes.length < bodyChartLimits.strokes
  const mark = { view, ...place, strokes: [stroke] }
  if (!joins || edit.selected === null) return changed(edit, [...edit.marks, mark], edit.marks.length)
  return replaced(edit, edit.selected, { ...open, strokes: [...(open.strokes ?? []), stroke] })
}

const erased = (edit: ChartEdit, index: number, stroke: number): ChartEdit => {
  const mark = edit.marks[index]
  if (mark?.strokes?.[stroke] === undefined) return edit
  const strokes = mark.strokes.filter((_, other) => other !== stroke)
  return strokes.length > 0 ? replaced(edit, index, { ...mark, strokes }) : without(edit, index)
}

export const changeChart = (edit: ChartEdit, action: ChartAction): ChartEdit => {
  switch (action.kind) {
    case 'touch':
      return touched(edit, action.place)
    case 'mark':
      return marked(edit, action.place)
    case 'select':
      return { ...edit, selected: edit.marks[action.index ?? -1] ? action.index : null, isFull: false }
    case 'draw':
      return drawn(edit, action)
    case 'erase':
      return erased(edit, action.index, action.stroke)
    case 'change':
      return replaced(edit, action.index, action.mark)
    case 'remove':
      return without(edit, action.index)
    case 'replace':
      return changed(edit, action.marks, null)
    case 'undo': {
      const marks = edit.past.at(-1)
      return marks ? { ...editOf(marks), past: edit.past.slice(0, -1) } : edit
    }
  }
}
