/**
 * What the field type `body_chart` stores: marks on drawings of the body. A mark is a named region or strokes of a pen,
 * with how strong it is (0 to 10), what it feels like, how deep it is, and a note. The drawings themselves are the
 * page's (web/src/blocks/body-chart); here is what they agree on with the server: views, regions and limits.
 */
export const bodyViews = ['front', 'back', 'left', 'right', 'palms', 'handBacks', 'soles', 'feet'] as const
export type BodyView = (typeof bodyViews)[number]

/** Sides are those of the patient, never of the viewer. */
export const bodySides = ['right', 'midline', 'left'] as const
export type BodySide = (typeof bodySides)[number]

const paired = ['right', 'left'] as const
const midline = ['midline'] as const
const wide = bodySides

/** The regions of each drawing in reading order, head to foot, with the sides each is on. */
const regionsOfFront = {
  forehead: midline,
  cheek: paired,
  jaw: midline,
  neck: paired,
  shoulder: paired,
  chest: paired,
  sternum: midline,
  ribs: paired,
  epigastrium: midline,
  flank: paired,
  abdomen: midline,
  lowerAbdomen: midline,
  groin: paired,
  pubis: midline,
  upperArm: paired,
  elbow: paired,
  forearm: paired,
  wrist: paired,
  hand: paired,
  hip: paired,
  thigh: paired,
  innerThigh: paired,
  knee: paired,
  shin: paired,
  ankle: paired,
  foot: paired,
} as const

const regionsOfBack = {
  head: midline,
  neck: wide,
  trapezius: paired,
  shoulder: paired,
  scapula: paired,
  thoracic: wide,
  ribs: paired,
  lumbar: wide,
  sacrum: midline,
  sacroiliac: paired,
  buttock: paired,
  coccyx: midline,
  upperArm: paired,
  elbow: paired,
  forearm: paired,
  wrist: paired,
  hand: paired,
  thigh: paired,
  knee: paired,
  calf: paired,
  achilles: paired,
  heel: paired,
} as const

const sideRegions = [
  'head',
  'jaw',
  'neck',
  'shoulder',
  'chest',
  'flank',
  'upperArm',
  'elbow',
  'forearm',
  'hand',
  'hip',
  'buttock',
  'thigh',
  'knee',
  'leg',
  'ankle',
  'foot',
] as const

const onOneSide = <S extends BodySide>(side: S) =>
  Object.fromEntries(sideRegions.map((region) => [region, [side] as const])) as Record<
    (typeof sideRegions)[number],
    readonly [S]
  >

const fingers = { thumb: paired, index: paired, middle: paired, ring: paired, little: paired } as const

export const bodyRegions = {
  front: regionsOfFront,
  back: regionsOfBack,
  left: onOneSide('left'),
  right: onOneSide('right'),
  palms: { ...fingers, palm: paired, thenar: paired, hypothenar: paired, wrist: paired },
  handBacks: { ...fingers, knuckles: paired, back: paired, wrist: paired },
  soles: { bigToe: paired, toes: paired, ball: paired, arch: paired, outerEdge: paired, heel: paired },
  feet: { bigToe: paired, toes: paired, forefoot: paired, instep: paired, ankle: paired },
} as const satisfies Record<BodyView, Readonly<Record<string, readonly BodySide[]>>>

export const painQualities = [
  'ache',
  'sharp',
  'stabbing',
  'burning',
  'shooting',
  'throbbing',
  'tingling',
  'numbness',
  'stiffness',
  'tightness',
  'cramp',
  'other',
] as const
export type PainQuality = (typeof painQualities)[number]

export const painDepths = ['superficial', 'deep'] as const
export type PainDepth = (typeof painDepths)[number]

/** A place that has a name: region of a view, and the side of the patient. */
export interface BodyPlace {
  readonly view: BodyView
  readonly region: string
  readonly side: BodySide
}

export interface BodyMark {
  readonly view: BodyView
  /** Where a named region is marked, or where strokes mostly lie; absent for strokes beside every region. */
  readonly region?: string
  /** Side of the patient that the region is on. */
  readonly side?: BodySide
  /** Lines of the pen, each `[x, y, x, y, …]` in whole units of the drawing. */
  readonly strokes?: readonly (readonly number[])[]
  readonly intensity?: number
  readonly qualities?: readonly PainQuality[]
  readonly depth?: PainDepth
  readonly note?: string
}

export interface BodyChart {
  readonly marks: readonly BodyMark[]
}

/** Together they keep a chart below 64 KB of JSON, whatever the script of its notes. */
export const bodyChartLimits = {
  marks: 80,
  /** Lines of one mark, points of one line and of the whole chart. */
  strokes: 20,
  points: 250,
  allPoints: 2_500,
  coordinate: 1_000,
  note: 300,
  allNotes: 4_000,
  intensity: 10,
} as const

/** Sides of a region of a view; none when the view has no such region. */
export const sidesOfRegion = (view: BodyView, region: string): readonly BodySide[] => {
  const regions: Readonly<Record<string, readonly BodySide[]>> = bodyRegions[view]
  return Object.hasOwn(regions, region) ? (regions[region] ?? []) : []
}

/** Every place of a view, in reading order. */
export const placesOfView = (view: BodyView): BodyPlace[] =>
  Object.keys(bodyRegions[view]).flatMap((region) =>
    sidesOfRegion(view, region).map((side) => ({ view, region, side })),
  )

/** Names a place among all of them. */
export const placeKey = ({ view, region, side }: Pick<BodyMark, 'view' | 'region' | 'side'>): string =>
  [view, region, side].filter(Boolean).join(' ')

const ranks = new Map(bodyViews.flatMap(placesOfView).map((place, index) => [placeKey(place), index]))
const last = ranks.size

/** Reading order: by view and region; lines beside every region come last in their view. */
export const byPlace = (one: BodyMark, other: BodyMark): number =>
  bodyViews.indexOf(one.view) - bodyViews.indexOf(other.view) ||
  (ranks.get(placeKey(one)) ?? last) - (ranks.get(placeKey(other)) ?? last) ||
  Number(one.strokes !== undefined) - Number(other.strokes !== undefined)
