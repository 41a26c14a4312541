// Which font shows what. A glyph a font lacks vanishes without a word ("SatO₂" became "SatO"), so every text is cut
// into runs of one font each, and what no font has is written out by number.
import { createRequire } from 'node:module'
import path from 'node:path'
import { type Font, openSync } from 'fontkit'
import type PDFDocument from 'pdfkit'

const require = createRequire(import.meta.url)
const dejavu = path.join(path.dirname(require.resolve('dejavu-fonts-ttf/package.json')), 'ttf')
const emojiFile = require.resolve('@expo-google-fonts/noto-emoji/400Regular/NotoEmoji_400Regular.ttf')

/** Font of ours by what it is for. */
export type FontName = 'text' | 'bold' | 'emoji'
/** Weight of text that is no emoji. */
export type Weight = Exclude<FontName, 'emoji'>

const files: Readonly<Record<FontName, string>> = {
  text: path.join(dejavu, 'DejaVuSans.ttf'),
  bold: path.join(dejavu, 'DejaVuSans-Bold.ttf'),
  emoji: emojiFile,
}

export const registerFonts = (document: PDFDocument): void => {
  for (const [name, file] of Object.entries(files)) document.registerFont(name, file)
}

const opened = new Map<FontName, Font>()

const open = (name: FontName): Font => {
  const font = openSync(files[name])
  if ('fonts' in font) throw new Error(`${files[name]} has several fonts`)
  opened.set(name, font)
  return font
}

const fontOf = (name: FontName): Font => opened.get(name) ?? open(name)

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })
const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u
const drawnAsPicture = /\p{Emoji_Presentation}|\p{Regional_Indicator}|\uFE0F/u
// Joiners, variation selectors and tones have no drawing of their own.
const withoutDrawing = /[\u200D\uFE0E\uFE0F\u{1F3FB}-\u{1F3FF}\u{E0020}-\u{E007F}]/u

const codePointOf = (sign: string): number => sign.codePointAt(0) ?? 0

const hasAll = (name: FontName, text: string): boolean =>
  [...text].every((sign) => withoutDrawing.test(sign) || fontOf(name).hasGlyphForCodePoint(codePointOf(sign)))

// Nobody sees these, and some of them turn the order of what follows around.
const invisible = /[\p{Cc}\p{Bidi_Control}\uFEFF]/u

const plain = /^[\x20-\x7e\u00a1-\u017f]*$/

/** How a run is drawn. */
type Kind = 'text' | 'emoji' | 'rightToLeft' | 'missing'

const kindOf = (grapheme: string): Kind => {
  if (plain.test(grapheme)) return 'text'
  if (invisible.test(grapheme)) return 'missing'
  if (drawnAsPicture.test(grapheme) && hasAll('emoji', grapheme)) return 'emoji'
  if (rightToLeft.test(grapheme) && hasAll('text', grapheme)) return 'rightToLeft'
  if (hasAll('text', grapheme)) return 'text'
  return hasAll('emoji', grapheme) ? 'emoji' : 'missing'
}

const spelledOut = (text: string): string =>
  [...text].map((sign) => `[U+${codePointOf(sign).toString(16).toUpperCase().padStart(4, '0')}]`).join('')

interface KindRun {
  readonly kind: Kind
  text: string
}

const joined = (runs: KindRun[], { kind, text }: KindRun): KindRun[] => {
  const last = runs.at(-1)
  if (last?.kind === kind) last.text += text
  else runs.push({ kind, text })
  return runs
}

/** Words of a right-to-left script stay one run with the blanks between them, not with those after them. */
const withInnerBlanks = (runs: readonly KindRun[]): readonly KindRun[] =>
  runs.map((run, index) => {
    const between = run.kind === 'text' && /^ +$/.test(run.text)
    const [before, after] = [runs[index - 1], runs[index + 1]]
    return between && before?.kind === 'rightToLeft' && after?.kind === 'rightToLeft'
      ? { kind: 'rightToLeft', text: run.text }
      : run
  })

export interface Run {
  readonly font: FontName
  readonly drawn: string
  /** What it says to a program that reads the page, where that is not what is drawn. */
  readonly actual?: string
}

/** The runs of one line of text. */
export const runsOf = (line: string, weight: Weight): readonly Run[] => {
  if (plain.test(line)) return [{ font: weight, drawn: line }]
  const signs = [...graphemes.segment(line)].map(({ segment }) => ({ kind: kindOf(segment), text: segment }))
  const cut = signs.reduce<KindRun[]>(joined, [])
  const merged = withInnerBlanks(cut).reduce<KindRun[]>(joined, [])
  return merged.map(({ kind, text }) => {
    if (kind === 'text') return { font: weight, drawn: text }
    if (kind === 'missing') return { font: weight, drawn: spelledOut(text), actual: text }
    // Words are drawn one after the other from the left; who reads the page turns them round again.
    if (kind === 'rightToLeft') return { font: weight, drawn: text.split(' ').toReversed().join('\u00a0') }
    return { font: 'emoji', drawn: text, actual: text }
  })
}
