import { clamp, type Point, type Size } from './geometry.ts'

/** How a picture is looked at. Nothing of it is kept in the file. */
export interface View {
  /** Factor; 1 is as large as fits. */
  readonly zoom: number
  /** How far the middle of the picture lies from the middle of the stage, in pixels. */
  readonly x: number
  readonly y: number
  /** Degrees, clockwise: 0, 90, 180 or 270. */
  readonly turned: number
  /** Percent; 100 as it is. */
  readonly brightness: number
  readonly contrast: number
}

export const plainView: View = { zoom: 1, x: 0, y: 0, turned: 0, brightness: 100, contrast: 100 }

export const zoomLimits = { least: 1, most: 16 } as const
export const zoomStep = 1.25

const isSideways = (turned: number): boolean => turned % 180 !== 0

/** The size at which the whole picture is seen, as a factor of its pixels. */
export const fitScale = (picture: Size, stage: Size, turned: number): number => {
  const { width, height } = picture
  const [wide, high] = isSideways(turned) ? [height, width] : [width, height]
  if (wide === 0 || high === 0 || stage.width === 0 || stage.height === 0) return 1
  return Math.min(stage.width / wide, stage.height / high)
}

/** Pixels of the longer edge of what is loaded first (contract/src/files/files.ts, `screen`). */
const firstEdge = 2048

/**
 * Whether more pixels of the screen are filled than were loaded first. `scale`: of the stored picture's pixels; `density`:
 * pixels of the screen in one of the page.
 */
export const isCoarse = ({ width, height }: Size, scale: number, density: number): boolean => {
  const edge = Math.max(width, height)
  return edge > firstEdge && edge * scale * density > firstEdge
}

/** A picture never leaves the stage: what is smaller stays in the middle, what is larger covers it. */
export const keepInSight = (view: View, picture: Size, stage: Size): View => {
  const scale = fitScale(picture, stage, view.turned) * view.zoom
  const [wide, high] = isSideways(view.turned)
    ? [picture.height, picture.width]
    : [picture.width, picture.height]
  const roomX = Math.max(0, (wide * scale - stage.width) / 2)
  const roomY = Math.max(0, (high * scale - stage.height) / 2)
  return { ...view, x: clamp(view.x, -roomX, roomX), y: clamp(view.y, -roomY, roomY) }
}

/** Zooms so that what lies under a point, counted from the middle of the stage, stays under it. */
export const zoomAt = (view: View, factor: number, at: Point = { x: 0, y: 0 }): View => {
  const zoom = clamp(view.zoom * factor, zoomLimits.least, zoomLimits.most)
  const grown = zoom / view.zoom
  return { ...view, zoom, x: at.x - (at.x - view.x) * grown, y: at.y - (at.y - view.y) * grown }
}

export const panBy = (view: View, dx: number, dy: number): View => ({
  ...view,
  x: view.x + dx,
  y: view.y + dy,
})

/** A quarter to the right (1) or to the left (−1); the part in the middle stays there. */
export const turnBy = (view: View, quarters: 1 | -1): View => ({
  ...view,
  turned: (view.turned + 90 * quarters + 360) % 360,
  x: -view.y * quarters,
  y: view.x * quarters,
})

export const fitted = (view: View): View => ({ ...view, zoom: 1, x: 0, y: 0 })

export const isPlain = (view: View): boolean =>
  (Object.keys(plainView) as (keyof View)[]).every((key) => view[key] === plainView[key])
