import type { ScoreExpression } from '@ulna/contract/record-class/record-class.scores'

const signs: Readonly<Record<string, string>> = { add: '+', subtract: '−', multiply: '×', divide: '÷' }

const partText = (part: string | undefined): string =>
  part === undefined ? '' : part === 'left' ? ' ◂' : ' ▸'

/** A formula as it would be written on paper: `(Flexión ◂ ÷ Flexión ▸) × 100`. */
export const formulaText = (expression: ScoreExpression, nameOf: (fieldId: string) => string): string => {
  if ('field' in expression) return `${nameOf(expression.field)}${partText(expression.part)}`
  if ('constant' in expression) return String(expression.constant)
  const parts = expression.of.map((one) => formulaText(one, nameOf))
  const sign = signs[expression.op]
  return sign ? `(${parts.join(` ${sign} `)})` : `${expression.op}(${parts.join('; ')})`
}
