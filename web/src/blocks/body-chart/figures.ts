import type { BodyView } from '@ulna/contract/record-class/body-chart/record-class.body-chart'
import { backFigure } from './figure.back.ts'
import { frontFigure } from './figure.front.ts'
import { feetFigure, handBacksFigure, palmsFigure, solesFigure } from './figure.limbs.ts'
import { leftFigure, rightFigure } from './figure.side.ts'
import type { Figure } from './figure.ts'

export const figures: Readonly<Record<BodyView, Figure>> = {
  front: frontFigure,
  back: backFigure,
  left: leftFigure,
  right: rightFigure,
  palms: palmsFigure,
  handBacks: handBacksFigure,
  soles: solesFigure,
  feet: feetFigure,
}
