// Which font shows what. A glyph a font lacks vanishes without a word ("SatO₂" became "SatO"), so every text is cut
// into runs of one font each, and what no font has is written out by number.
import { createRequire } from 'node:module'
import path from 'node:path'
import { openSync } from 'fontkit'

const require = createRequire(import.meta.url)
const dejavu = path.join(path.dirname(require.resolve('dejavu-fonts-ttf/package.json')), 'ttf')
const emojiFile = require.resolve('@expo-google-fonts/noto-emoji/400Regular/NotoEmoji_400Regular.ttf')

const files = {
  text: path.join(dejavu, 'DejaVuSans.ttf'),
  bold: path.join(dejavu, 'DejaVuSans-Bold.ttf'),
  emoji: emojiFile,
}

export const registerFonts = (document) => {
  for (const [name, file] of Object.entries(files)) document.registerFont(name, file)
}

const opened = new Map()

const fontOf = (name) => {
  if (!opened.has(name)) opened.set(name, openSync(files[name]))
  return opened.get(name)
}

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })
const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u
const drawnAsPicture = /\p{Emoji_Presentation}|\p{Regional_Indicator}|\uFE0F/u
// Joiners, variation selectors and tones have no drawing of their own.
const withoutDrawing = /[\u200D\uFE0E\uFE0F\u{1F3FB}-\u{1F3FF}\u{E0020}-\u{E007F}]/u

const hasAll = (name, text) =>
  [...text].every(
    (sign) => withoutDrawing.test(sign) || fontOf(name).hasGlyphForCodePoint(sign.codePointAt(0)),
  )

// Nobody sees these, and some of them turn the order of what follows around.
const invisible = /[\p{Cc}\p{Bidi_Control}\uFEFF]/u

const plain = /^[\x20-\x7e\u00a1-\u017f]*$/

const kindOf = (grapheme) => {
  if (plain.test(grapheme)) return 'text'
  if (invisible.test(grapheme)) return 'missing'
  if (drawnAsPicture.test(grapheme) && hasAll('emoji', grapheme)) return 'emoji'
  if (rightToLeft.test(grapheme) && hasAll('text', grapheme)) return 'rightToLeft'
  if (hasAll('text', grapheme)) return 'text'
  return hasAll('emoji', grapheme) ? 'emoji' : 'missing'
}

const spelledOut = (text) =>
  [...text].map((sign) => `[U+${sign.codePointAt(0).toString(16).toUpperCase().padStart(4, '0')}]`).join('')

const joined = (runs, kind, text) => {
  const last = runs.at(-1)
  if (last?.kind === kind) last.text += text
  else runs.push({ kind, text })
  return runs
}

/** Words of a right-to-left script stay one run with the blanks between them, not with those after them. */
const withInnerBlanks = (runs) =>
  runs.flatMap((run, index) => {
    const between = run.kind === 'text' && /^ +$/.test(run.text)
    const [before, after] = [runs[index - 1], runs[index + 1]]
    return between && before?.kind === 'rightToLeft' && after?.kind === 'rightToLeft'
      ? [{ kind: 'rightToLeft', text: run.text }]
      : [run]
  })

/**
 * The runs of one line of text: font, what is drawn, and what it says where that is not the same for a program that
 * reads the page (`actual`).
 */
export const runsOf = (line, weight) => {
  if (plain.test(line)) return [{ font: weight, drawn: line }]
  const cut = [...graphemes.segment(line)].reduce(
    (runs, { segment }) => joined(runs, kindOf(segment), segment),
    [],
  )
  const merged = withInnerBlanks(cut).reduce((runs, { kind, text }) => joined(runs, kind, text), [])
  return merged.map(({ kind, text }) => {
    if (kind === 'text') return { font: weight, drawn: text }
    if (kind === 'missing') return { font: weight, drawn: spelledOut(text), actual: text }
    // Words are drawn one after the other from the left; who reads the page turns them round again.
    if (kind === 'rightToLeft') return { font: weight, drawn: text.split(' ').toReversed().join('\u00a0') }
    return { font: 'emoji', drawn: text, actual: text }
  })
}
