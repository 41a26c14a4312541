import { type DrawnRegions, type Figure, linesOfHalves, regionsOfHalves } from './figure.ts'
import { bothHalves, moved, pointsOf } from './figure-points.ts'

export const bodyAxis = 220
export const bodySize = { width: 440, height: 1_000 } as const

/** The line goes from the crown down the arm and the leg to the crotch, measured from the axis. */
const trunk = `
  0,14 27,19 43,41 47,74 52,80 53,95 47,107 42,124 31,141 30,158 38,172 62,183 95,193 117,205 130,232 134,278
  140,332 148,385 161,428 169,470 174,510`
const hand = `
  184,530 198,553 208,573 205,583 195,580 184,568 188,594 189,622 185,645 176,651 166,648 158,634 151,608 150,578
  152,546 148,514`
const waist = `
  136,460 124,415 117,382 110,330 101,268! 98,300 92,345 87,382 86,410 91,445 98,485 102,528 102,580 98,632
  89,678 80,708 79,735 83,772 80,815 69,865 59,905 55,930`
const legInside = `24,930 22,890 18,845 14,805 17,770 25,735 25,705 21,660 14,600 6,548 0,536!`

export const halfOutline = (foot: string): string => `${trunk} ${hand} ${waist} ${foot} ${legInside}`

/** Arms look the same from in front and from behind. */
export const armRegions = {
  upperArm: '101,268 150,244 164,356 100,360 101,300',
  elbow: '100,360 164,356 178,412 104,412',
  forearm: '104,412 178,412 196,496 128,502 108,450',
  wrist: '128,502 196,496 206,528 130,534',
  hand: '130,534 206,528 235,560 235,670 120,670 126,570',
} as const satisfies DrawnRegions

export const handLines = ['167,648 168,600', '178,650 178,600', '157,632 160,598', '151,560 168,572~ 184,568']

const paired: DrawnRegions = {
  cheek: '0,70 30,66~ 60,70 60,112 28,120~ 0,116',
  neck: '0,148 34,142 62,136 62,166 66,184 16,195 0,198',
  shoulder: '66,184 62,166 150,180 150,244 101,268 92,222',
  chest: '16,195 66,184 92,222 101,268 101,298 62,322~ 14,304',
  ribs: '14,304 62,322~ 101,298 102,372 50,372 36,345',
  flank: '50,372 102,372 110,452 58,452 52,412',
  groin: '58,452 28,506 10,524 0,546 38,558 76,530',
  hip: '58,452 110,452 126,554 76,530',
  thigh: '38,558 76,530 126,554 124,684 42,684',
  innerThigh: '0,530 0,546 38,558 42,684 0,684',
  knee: '0,684 124,684 112,744 0,744',
  shin: '0,744 112,744 110,905 0,905',
  ankle: '0,905 100,905 100,950 0,950',
  foot: '0,950 115,950 115,1005 0,1005',
  ...armRegions,
}

const midline: DrawnRegions = {
  forehead: '-60,0 60,0 60,70 30,66~ 0,70 -30,66~ -60,70',
  jaw: '-60,112 -28,120~ 0,116 28,120~ 60,112 62,136 34,142 0,152~ -34,142 -62,136',
  sternum: '-16,195 16,195 14,304 0,310~ -14,304',
  epigastrium: '-14,304 0,310~ 14,304 36,345 50,372 -50,372 -36,345',
  abdomen: '-50,372 50,372 52,412 58,452 -58,452 -52,412',
  lowerAbdomen: '-58,452 58,452 28,506 -28,506',
  pubis: '-28,506 28,506 10,524 0,546 -10,524',
}

const foot = '57,948 67,964 76,978 71,987 50,989 28,985 20,972 22,950'

export const frontFigure: Figure = {
  ...bodySize,
  parts: [
    {
      outline: bothHalves(moved(pointsOf(halfOutline(foot)), bodyAxis), bodyAxis),
      lines: [
        ...linesOfHalves(bodyAxis, [
          ...handLines,
          '12,80 20,75~ 28,80',
          '0,424 3,428~ 0,433',
          '0,129 8,128~ 13,126',
          '4,106 7,103~ 8,99',
          '34,984 34,974',
          '45,987 46,975',
          '56,987 58,974',
        ]),
      ],
      regions: regionsOfHalves({ axis: bodyAxis, rightIs: 'left', paired, midline }),
    },
  ],
}
