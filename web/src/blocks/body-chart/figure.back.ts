import { armRegions, bodyAxis, bodySize, halfOutline } from './figure.front.ts'
import { type DrawnRegions, type Figure, linesOfHalves, regionsOfHalves } from './figure.ts'
import { bothHalves, moved, pointsOf } from './figure-points.ts'

const paired: DrawnRegions = {
  neck: '11,122 60,108 62,166 40,176 13,178 @22,152',
  trapezius: '13,178 40,176 62,166 98,186 96,214 58,226~ 13,216',
  shoulder: '98,186 150,180 150,244 101,268 97,240 96,214',
  scapula: '38,222 60,224 96,214 97,240 101,268 101,300 92,312 62,318~ 42,302',
  thoracic: '13,216 38,222 42,302 48,315 50,362 13,360',
  ribs: '48,315 62,318~ 92,312 101,300 102,366 50,362',
  lumbar: '13,360 50,362 102,366 108,436 60,442~ 16,438',
  sacroiliac: '24,439 48,440 32,492 10,498',
  buttock: '48,440 108,436 126,556 50,582~ 0,556 0,532 7,530 10,498 32,492',
  thigh: '0,556 50,582~ 126,556 124,680 0,680',
  knee: '0,680 124,680 112,738 0,738',
  calf: '0,738 112,738 110,872 0,872',
  achilles: '0,872 110,872 100,944 0,944',
  heel: '0,944 115,944 115,1005 0,1005',
  ...armRegions,
}

const midline: DrawnRegions = {
  head: '-60,0 60,0 60,108 11,122 -11,122 -60,108',
  neck: '-11,122 11,122 13,178 -13,178',
  thoracic: '-13,178 13,178 13,360 -13,360',
  lumbar: '-13,360 13,360 16,438 -16,438',
  sacrum: '-16,438 -24,439 -10,498 10,498 24,439 16,438',
  coccyx: '-10,498 10,498 7,530 0,532 -7,530',
}

const foot = '55,948 60,966 67,980 60,988 42,989 28,986 23,970 22,950'

export const backFigure: Figure = {
  ...bodySize,
  parts: [
    {
      outline: bothHalves(moved(pointsOf(halfOutline(foot)), bodyAxis), bodyAxis),
      lines: linesOfHalves(bodyAxis, [
        '167,648 168,600',
        '178,650 178,600',
        '157,632 160,598',
        '36,964 40,976~ 50,978',
        '26,696 50,702~ 74,696',
      ]),
      regions: regionsOfHalves({ axis: bodyAxis, rightIs: 'right', paired, midline }),
    },
  ],
}
