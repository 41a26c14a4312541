import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../run-command.mjs'
import { readUnsaid, unsaidFaults, verbFaults, vocabularyFaults } from './vocabulary.mjs'

const file = (label, { es = {}, en = {}, it: italian = {} }) => ({
  label,
  es: new Map(Object.entries(es)),
  en: new Map(Object.entries(en)),
  it: new Map(Object.entries(italian)),
})

const glossary = `
| case | caso | caso | case | a row of another table |

## Not said any more

| Language | Not | But |
| --- | --- | --- |
| Español | caso, dar cita | diagnóstico, citar |
| Italiano | follow-up | seduta |
| English | wait list | waiting list |
`
const unsaid = readUnsaid(glossary)

it('reads the last table of the glossary, a row for each word', () => {
  expect(unsaid).toEqual([
    { language: 'es', words: 'caso', said: 'diagnóstico, citar' },
    { language: 'es', words: 'dar cita', said: 'diagnóstico, citar' },
    { language: 'it', words: 'follow-up', said: 'seduta' },
    { language: 'en', words: 'wait list', said: 'waiting list' },
  ])
})

it('finds a word that is not said any more, in its language alone and as a whole word', () => {
  const texts = file('record', {
    es: { title: 'Caso cerrado', never: 'en ningún caso', part: 'Ocaso', list: 'wait list' },
    en: { follow: 'Follow-up 6' },
    it: { follow: 'Follow-up 6' },
  })
  expect(vocabularyFaults(texts, unsaid)).toEqual([
    'record: title says "caso" in es; the glossary says "diagnóstico, citar"',
    'record: follow says "follow-up" in it; the glossary says "seduta"',
  ])
})

it('lets people search by what they are used to', () => {
  const texts = file('palette', { es: { 'actions.book.words': 'dar cita', 'pageWords.cases': 'caso' } })
  expect(vocabularyFaults(texts, unsaid)).toEqual([])
})

it('finds an infinitive where an Italian button says what to do; a question may be one', () => {
  const texts = file('course', {
    it: { see: 'Vedere le date', open: 'Vedi le date', ask: 'Eliminare la cita?', owner: 'Titolare' },
  })
  expect(verbFaults(texts)).toEqual(['course: see begins with an infinitive in it: "Vedere le date"'])
})

it('is missed by nobody: the glossary names words of all three languages', async () => {
  const text = await readFile(path.join(root, 'docs/glossary.md'), 'utf8')
  expect(unsaidFaults(readUnsaid(text))).toEqual([])
  expect(unsaidFaults([])).toHaveLength(3)
})
