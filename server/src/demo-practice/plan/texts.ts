import type { Random } from './random.ts'

export type Sex = 'f' | 'm'
export type Side = 'left' | 'right'

/** What fills the places of a text. */
export interface TextSituation {
  readonly random: Random
  readonly sex: Sex
  readonly side: Side
  /** 0 at the first visit, 1 when the treatment has reached all it was meant to. */
  readonly progress: number
  /** The measure of the day, as it is written. */
  readonly measure?: string
}

const sideWords: Readonly<Record<Side, { lado: string; ladoa: string }>> = {
  left: { lado: 'izquierdo', ladoa: 'izquierda' },
  right: { lado: 'derecho', ladoa: 'derecha' },
}

const range = (place: string, sign: string): readonly [number, number] | undefined => {
  const [from, to, ...rest] = place.split(sign).map(Number)
  const isRange = from !== undefined && to !== undefined && rest.length === 0
  return isRange && Number.isFinite(from) && Number.isFinite(to) ? [from, to] : undefined
}

const fillPlace = (place: string, { random, sex, side, progress, measure }: TextSituation): string => {
  if (place === 'lado' || place === 'ladoa') return sideWords[side][place]
  if (place === 'gen') return sex === 'f' ? 'a' : 'o'
  if (place === 'm' && measure !== undefined) return measure
  if (place.includes('|')) return random.pick(place.split('|'))
  const between = range(place, '..')
  if (between) return String(random.between(...between))
  const growing = range(place, '>')
  if (growing) return String(Math.round(growing[0] + (growing[1] - growing[0]) * progress))
  throw new Error(`a text of the demo has a place nobody fills: {${place}}`)
}

/** A text with its places filled (conditions.ts says which there are). */
export const fill = (text: string, situation: TextSituation): string =>
  text.replaceAll(/\{([^{}]+)\}/g, (_, place: string) => fillPlace(place, situation))

const tries = 30

/** Texts of one patient; no two are the same. */
export class FreshTexts {
  private readonly used = new Set<string>()

  /** A text that this patient's file does not have yet; `richer` draws when `draw` has nothing new to say. */
  make(draw: () => string, richer: () => string): string {
    for (let round = 0; round < 2 * tries; round += 1) {
      const text = round < tries ? draw() : richer()
      if (!this.used.has(text)) return this.keep(text)
    }
    return this.keep(`${richer()} (${this.used.size + 1})`)
  }

  private keep(text: string): string {
    this.used.add(text)
    return text
  }
}
