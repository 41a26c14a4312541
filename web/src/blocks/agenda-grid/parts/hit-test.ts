export const minutesPerDay = 1440

/** Snapping steps in minutes: the everyday one, and the fine one while Shift or Ctrl is held. */
export const coarseStep = 15
export const fineStep = 5

/** Measures of the grid's body in CSS pixels. */
export interface GridGeometry {
  /** Width of the column of hours at the left. */
  gutter: number
  width: number
  columns: number
  hourHeight: number
}

export interface GridPlace {
  column: number
  minute: number
}

const clamp = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most)

export const snapDown = (minute: number, step: number): number => Math.floor(minute / step) * step
export const snapNear = (minute: number, step: number): number => Math.round(minute / step) * step

/** Which column and which minute of the day (not snapped) lies at a point of the body, clamped to the grid. */
export const hitTest = (point: { x: number; y: number }, geometry: GridGeometry): GridPlace => {
  const columnWidth = (geometry.width - geometry.gutter) / geometry.columns
  return {
    column: clamp(Math.floor((point.x - geometry.gutter) / columnWidth), 0, geometry.columns - 1),
    minute: clamp((point.y / geometry.hourHeight) * 60, 0, minutesPerDay),
  }
}

/** Which place of the grid lies at a point of the window; `body` is the grid's body, its first child the column of hours. */
export const placeAt = (
  body: HTMLElement,
  measures: Pick<GridGeometry, 'columns' | 'hourHeight'>,
  x: number,
  y: number,
): GridPlace => {
  const box = body.getBoundingClientRect()
  const gutter = (body.firstElementChild as HTMLElement | null)?.offsetWidth ?? 0
  return hitTest({ x: x - box.left, y: y - box.top }, { ...measures, gutter, width: box.width })
}

/** Range a create drag covers, whichever way it was drawn; at least one step long. */
export const draggedRange = (from: number, to: number, step: number): { start: number; end: number } => {
  const start = clamp(snapDown(Math.min(from, to), step), 0, minutesPerDay - step)
  const end = clamp(Math.ceil(Math.max(from, to) / step) * step, start + step, minutesPerDay)
  return { start, end }
}

/** Where a card dragged by its grip lands: keeps its length, snaps its start, and starts inside the day. */
export const draggedStart = (pointerMinute: number, grip: number, step: number): number =>
  clamp(snapNear(pointerMinute - grip, step), 0, minutesPerDay - step)

/** End of a card whose lower edge is dragged: at least one step after its start. */
export const draggedEnd = (pointerMinute: number, start: number, step: number): number =>
  clamp(snapNear(pointerMinute, step), start + step, minutesPerDay)
