import type { BodySide } from '@ulna/contract/record-class/body-chart/record-class.body-chart'
import { type DrawnRegions, drawnRegions, type Figure, type FigurePart } from './figure.ts'
import { edgePath, mirrored, moved, type Point, pointsOf } from './figure-points.ts'

const axis = 150

/** Looks to the right: the patient's right side. */
const body = `
  0,14 30,19 46,38 52,62 50,76 56,86 62,97 54,103 56,110 52,116 53,122 49,129 51,138 42,147 24,147! 15,162 15,178
  26,198 46,232 56,268 57,300 52,345 47,390 50,430 49,468 44,505 48,545 52,592 48,640 40,682 42,710 35,740 31,780
  25,840 18,895 21,928 46,952 82,970 93,981 84,988 40,988 -10,989 -26,985 -33,966 -23,940 -17,912 -22,870 -36,815
  -38,772 -28,738 -24,706 -40,650 -53,592 -57,556 -68,520 -66,485 -50,452 -37,420 -33,385 -45,332 -57,282 -57,240
  -44,205 -31,182 -29,160 -36,138 -48,110 -53,76 -46,40 -27,20`

const arm = `
  -6,198 16,206 27,234 29,290 28,340 38,380 58,425 76,468 88,482 96,502 100,526 95,540 86,536 84,520 78,532 68,524
  62,505 52,486 30,448 6,412 -12,386 -21,345 -27,290 -34,244 -27,212`

const bodyRegionsDrawn: DrawnRegions = {
  head: '-80,0 90,0 90,92 10,92 0,130 -30,142 -80,132',
  jaw: '10,92 90,92 90,160 24,150 0,130',
  neck: '-80,132 -30,142 0,130 24,150 44,160 34,202 -8,212~ -60,206',
  chest: '-80,206 -60,206 -8,212~ 34,202 90,202 90,345 -80,345 @43,264',
  flank: '-80,345 90,345 90,434 -80,434 @-24,398',
  hip: '-12,434 90,434 90,548 26,560 -16,542',
  buttock: '-95,434 -12,434 -16,542 -36,566 -95,572',
  thigh: '-95,572 -36,566 -16,542 26,560 90,548 90,680 -95,680',
  knee: '-95,680 90,680 90,744 -95,744',
  leg: '-95,744 90,744 90,902 -95,902',
  ankle: '-95,902 90,902 50,944 -95,948',
  foot: '-95,948 50,944 90,920 120,1005 -95,1005',
}

const armRegionsDrawn: DrawnRegions = {
  shoulder: '-50,180 50,180 50,254 -50,254',
  upperArm: '-50,254 50,254 50,342 -50,348',
  elbow: '-50,348 50,342 58,376 0,428 -50,420',
  forearm: '58,376 0,428 40,506 94,460',
  hand: '94,460 40,506 60,570 140,570 130,480',
}

type Place = (points: readonly Point[]) => readonly Point[]

const part = (
  outline: string,
  { drawn, lines, side, place }: { drawn: DrawnRegions; lines: string[]; side: BodySide; place: Place },
) =>
  ({
    outline: place(pointsOf(outline)),
    lines: lines.map((text) => edgePath(place(pointsOf(text)), false)),
    regions: drawnRegions(drawn, side, place),
  }) satisfies FigurePart

const sideFigure = (side: 'left' | 'right'): Figure => {
  const place: Place = (points) =>
    side === 'right' ? moved(points, axis) : mirrored(moved(points, axis), axis)
  const ear = '-6,98 -16,84~ -4,76 6,78~ 2,92 -6,98'
  return {
    width: 300,
    height: 1_000,
    parts: [
      part(body, {
        drawn: bodyRegionsDrawn,
        lines: [ear, '38,78 43,76~ 46,79', '53,117 46,118', '74,986 76,976'],
        side,
        place,
      }),
      part(arm, { drawn: armRegionsDrawn, lines: ['76,522 78,500', '86,522 86,500'], side, place }),
    ],
  }
}

export const rightFigure = sideFigure('right')
export const leftFigure = sideFigure('left')
