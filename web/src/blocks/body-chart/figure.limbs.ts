import { type DrawnRegions, drawnRegions, type Figure, type FigurePart } from './figure.ts'
import { edgePath, mirrored, moved, type Point, pointsOf } from './figure-points.ts'

interface Limb {
  /** The outline of the patient's left limb, which the drawing shows at the right; its inner side is at the left. */
  readonly outline: string
  readonly lines: readonly string[]
  readonly regions: DrawnRegions
}

const gap = 30

type Place = (points: readonly Point[]) => readonly Point[]

const partOf = (limb: Limb, side: 'left' | 'right', place: Place): FigurePart => ({
  outline: place(pointsOf(limb.outline)),
  lines: limb.lines.map((text) => edgePath(place(pointsOf(text)), false)),
  regions: drawnRegions(limb.regions, side, place),
})

/** Both limbs side by side, as one sees them who faces the patient. */
const bothLimbs = (limb: Limb, width: number, height: number, isTurned = false): Figure => {
  const axis = width + gap / 2
  const left: Place = (points) => {
    const own = isTurned ? mirrored(points, width / 2) : points
    return moved(own, width + gap)
  }
  return {
    width: width * 2 + gap,
    height,
    parts: [partOf(limb, 'left', left), partOf(limb, 'right', (points) => mirrored(left(points), axis))],
  }
}

const handOutline = `
  76,430! 77,384 66,350 46,312 24,272 8,236 4,216 13,206 25,210 38,228 52,250 64,258 64,222 57,150 52,84 55,62 66,56
  77,62 82,84 87,140 91,196! 91,120 92,56 95,36 106,29 117,36 119,56 119,120 119,197! 124,130 129,72 133,54 144,49
  154,56 156,76 151,140 146,206! 156,160 164,124 170,108 181,105 189,114 188,134 181,176 176,222 174,272 166,322
  152,358 146,386 146,430!`

const fingers: DrawnRegions = {
  thumb: '-20,190 46,190 66,258 30,294 -20,250',
  index: '40,40 86,40 91,197 62,226 48,150',
  middle: '91,10 119,10 119,197 91,197',
  ring: '119,197 121,30 162,30 159,130 146,206',
  little: '146,206 159,130 164,80 205,80 205,222 176,224',
}

const palmOf: Limb = {
  outline: handOutline,
  lines: [
    '58,118 80,116',
    '62,166 86,163',
    '93,96 117,96',
    '93,150 118,150',
    '128,106 153,110',
    '124,158 149,161',
    '162,146 184,152',
    '156,184 178,188',
    '22,240 36,230',
  ],
  regions: {
    ...fingers,
    palm: '62,226 91,197 119,197 146,206 176,224 210,222 210,266 132,276 113,320 111,374 104,320 92,284 66,258',
    thenar: '66,258 92,284 104,320 111,374 60,374 30,320 30,294',
    hypothenar: '132,276 210,266 210,330 190,374 111,374 113,320',
    wrist: '40,374 190,374 190,440 40,440',
  },
}

const backOfHand: Limb = {
  outline: handOutline,
  lines: ['58,70 66,76~ 76,70', '97,44 106,50~ 115,44', '136,62 144,68~ 152,62', '172,116 180,121~ 187,118'],
  regions: {
    ...fingers,
    knuckles: '62,226 91,197 119,197 146,206 176,224 210,222 210,254 120,232~ 66,258',
    back: '66,258 120,232~ 210,254 210,330 190,374 60,374 30,320 30,294',
    wrist: '40,374 190,374 190,440 40,440',
  },
}

const sole: Limb = {
  outline: `
    100,424 70,414 56,384 60,340 70,296 66,244 46,194 30,152 28,118 22,84 24,46 38,28 56,32 66,56 67,98! 70,56 80,40
    92,46 96,70 96,96! 100,66 110,54 121,62 122,84 121,105! 127,82 137,72 146,82 146,100 144,119! 150,104 160,98
    168,108 166,130 172,168 168,220 158,280 151,330 149,384 133,414`,
  lines: [],
  regions: {
    bigToe: '0,10 68,10 67,100 40,116~ 0,112',
    toes: '67,100 69,10 205,50 205,142 145,124 121,108',
    ball: '0,112 40,116~ 67,100 121,108 145,124 205,142 205,190 110,212~ 0,204',
    arch: '0,204 58,208 112,205 112,330 0,336 @88,270',
    outerEdge: '112,205 160,198 205,190 205,330 112,330',
    heel: '0,336 112,330 205,330 205,440 0,440',
  },
}

const topOfFoot: Limb = {
  outline: `
    66,-6! 66,50 57,82 56,102 62,128 52,180 36,240 29,286 27,322 22,352 24,384 38,402 56,398 66,374 67,332! 70,374
    80,390 92,384 96,360 96,334! 100,364 110,376 121,368 122,346 121,325! 127,348 137,358 146,348 146,330 144,311!
    150,326 160,332 168,322 166,300 170,262 160,205 147,152 144,128 151,104 148,84 139,54 139,-6!`,
  lines: [
    '34,384 44,380~ 54,384',
    '76,380 82,377~ 88,380',
    '106,366 111,363~ 116,366',
    '133,348 138,346~ 142,349',
    '156,323 160,321~ 164,323',
  ],
  regions: {
    bigToe: '0,420 68,420 67,330 40,314~ 0,318',
    toes: '67,330 69,420 205,380 205,288 145,306 121,322',
    forefoot: '0,318 40,314~ 67,330 121,322 145,306 205,288 205,236 100,216~ 0,236',
    instep: '0,236 100,216~ 205,236 205,136 100,158~ 0,136',
    ankle: '0,136 100,158~ 205,136 205,-10 0,-10',
  },
}

export const palmsFigure = bothLimbs(palmOf, 200, 430)
export const handBacksFigure = bothLimbs(backOfHand, 200, 430, true)
export const solesFigure = bothLimbs(sole, 200, 430)
export const feetFigure = bothLimbs(topOfFoot, 200, 415)
