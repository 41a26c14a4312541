import path from 'node:path'
import { languages } from '@ulna/contract/languages'
import { standardModule } from '@ulna/contract/modules/record-module'
import type { Language, RecordClass } from '@ulna/contract/record-class/record-class'
import { dataOf } from '@ulna/contract/record-class/record-class.data.fixture'
import { fieldsOf, valueFieldsOf } from '@ulna/contract/record-class/record-class.fields'
import { pairParams } from '@ulna/contract/record-class/record-class.pairs'
import { mostRecordKeys, validateRecordData } from '@ulna/contract/record-class/record-class.validation'
import { recordScores } from '@ulna/contract/record-class/scores.rules'
import { mostSummaryFields, recordSummary, summaryHidden } from '@ulna/contract/records/records.summary.rules'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { loadModules } from '../modules.files.ts'
import { consentSamples } from './modules.starter.consents.ts'
import { examinationSamples } from './modules.starter.examinations.ts'
import { measureSamples } from './modules.starter.samples.ts'

const directory = path.resolve(import.meta.dirname, '../../../../../modules')
const modules = loadModules(directory).filter(({ module }) => module.id !== standardModule)
const classes = modules.flatMap((one) => one.classes)
const starterSamples = [...measureSamples, ...examinationSamples, ...consentSamples]

const classOf = (classId: string): RecordClass => {
  const recordClass = classes.find((one) => one.classId === classId)
  if (!recordClass) throw new Error(`no class ${classId}`)
  return recordClass
}

test('the starter set has the modules of issue 5', () => {
  expect(modules.map(({ module }) => module.id)).toEqual([
    'balance_gait',
    'consents',
    'falls',
    'girth',
    'global_change',
    'goniometry',
    'knee',
    'low_back',
    'muscle_strength',
    'neck',
    'pain_function',
    'pelvic_floor',
    'posture',
    'respiratory',
    'shoulder',
    'techniques',
  ])
})

test('goniometry has thirteen joints', () => {
  expect(classes.filter(({ classId }) => classId.startsWith('goniometry_'))).toHaveLength(13)
})

describe.each(modules.map(({ module, texts }) => [module.id, module, texts] as const))(
  '%s',
  (_, module, texts) => {
    it('may be shipped and says what it rests on', () => {
      const version = module.id === 'techniques' ? 2 : 1
      expect(module).toMatchObject({ licence: 'CC-BY-4.0', public: true, version })
      expect(module.sources?.length).toBeGreaterThan(0)
    })

    it('has every text in three languages of its own', () => {
      const alike = Object.keys(texts.es).filter(
        (key) => !isAlikeOnPurpose(key, texts.es[key] ?? '') && isAlike(key, texts),
      )
      expect(alike.map((key) => `${key}: ${languages.map((one) => texts[one][key]).join(' | ')}`)).toEqual([])
    })

    it('has no words of instruments that are not free', () => {
      const said = [module.sources ?? [], ...languages.map((one) => Object.values(texts[one]))]
        .flat()
        .join('\n')
      expect(said.match(protectedNames)).toBeNull()
    })
  },
)

/** Instruments whose wording has an owner (product-decisions.md §10), and those whose items are known by heart. */
const protectedNames =
  /\b(ODI|Oswestry|DASH|WOMAC|EQ-?5D|NDI|Neck Disability|Oxford (?:Knee|Hip|Shoulder|[Ss]cale)|PERFECT scheme|SF-?(12|36)|Berg|Tinetti|POMA|mMRC|Borg|Bristol|KOOS|HOOS|IKDC|Roland|ICIQ|SGRQ|STarT|painDETECT|McGill|FES-I|Lysholm)\b/u

/** Words that are the same in two of the languages, and no forgotten translation. */
const alikeOnPurpose = new Set([
  'Abdomen',
  'Alta',
  'Alto',
  'Asma',
  'Evidente',
  'Fuma',
  'Intestino',
  'Irregular',
  'Linfedema',
  'Lo aumenta',
  'Mano',
  'Mano dominante',
  'Media',
  'Negativo',
  'No',
  'Normal',
  'Pelvis',
  'Poca',
  'Positivo',
  'Positivo valgo, negativo varo',
  'Postura',
  'Rectal',
  'Sacro',
  'Superficie',
  'Tronco',
  'Tuberculosis',
  'Un poco',
  'Una',
  'Vaginal',
  'Valgo',
  'Varo',
  'Verde',
  'Zona verde',
])
const symbols = /^(unit_|option_(grade|wholeGrade|root)_)|^[CLST]\d+$/

const isAlikeOnPurpose = (key: string, spanish: string): boolean =>
  symbols.test(key) || symbols.test(spanish) || alikeOnPurpose.has(spanish)

const isAlike = (key: string, texts: Readonly<Record<Language, Readonly<Record<string, string>>>>): boolean =>
  new Set(languages.map((one) => texts[one][key])).size < languages.length

/** Versions of the classes that were corrected since they shipped. */
const laterVersions: Readonly<Record<string, number>> = { consent_dry_needling: 2 }

describe.each(classes.map((one) => [one.classId, one] as const))('%s', (_, recordClass) => {
  it('is a test of its own kind that fits a record and hides nothing by its ids', () => {
    expect(recordClass).toMatchObject({
      type: 'test',
      subType: recordClass.classId,
      version: laterVersions[recordClass.classId] ?? 1,
      active: true,
    })
    expect(valueFieldsOf(recordClass).length).toBeLessThan(mostRecordKeys)
    const ids = [
      ...recordClass.sections.map(({ id }) => id),
      ...fieldsOf(recordClass).map(({ field }) => field.id),
    ]
    expect(ids.filter((id) => summaryHidden.has(id))).toEqual([])
  })

  it('orders its summary without ties', () => {
    const orders = valueFieldsOf(recordClass).map(({ field }) => field.displayOrder)
    expect(orders.filter((order, index) => orders.indexOf(order) < index)).toEqual([])
  })

  it('has norms that can be measured, the same for both sides, with their source', () => {
    for (const { field } of valueFieldsOf(recordClass)) {
      if (field.type !== 'measure_pair') continue
      const { min, max, norm } = pairParams(field)
      if (!norm) continue
      expect(norm.value).toBeGreaterThanOrEqual(min)
      expect(norm.value).toBeLessThanOrEqual(max)
      expect(recordClass.locales.es?.[norm.source]).toBeTruthy()
    }
  })

  it('takes whatever its fields allow, and counts its scores in every language', () => {
    fc.assert(
      fc.property(dataOf(recordClass), (data) => {
        expect(validateRecordData(recordClass, data).errors).toBeUndefined()
        for (const language of languages) {
          for (const { label, text } of recordScores(recordClass, data, language)) {
            expect(label).not.toBe('')
            expect(text).not.toMatch(/NaN|Infinity|undefined/)
          }
        }
      }),
      { numRuns: 15 },
    )
  })
})

describe('records people write with it', () => {
  const t = (key: string) => key

  test('there is a sample of each module', () => {
    const sampled = new Set(starterSamples.map(({ classId }) => classOf(classId).recordModuleId))
    expect([...sampled].toSorted()).toEqual(modules.map(({ module }) => module.id))
  })

  test.each(starterSamples.map((sample) => [sample.classId, sample] as const))(
    '%s',
    (classId, { data, scores = {}, summary }) => {
      const recordClass = classOf(classId)
      const stored = validateRecordData(recordClass, data)
      expect(stored).toEqual({ data })
      const counted = recordScores(recordClass, data, 'es').map((line) => [
        line.scoreId,
        [line.text, line.band].filter((part) => part !== null).join(' · '),
      ])
      expect(Object.fromEntries(counted)).toEqual(scores)
      const items = recordSummary(recordClass, data, { language: 'es', t })
      expect(items.length).toBeLessThanOrEqual(mostSummaryFields)
      expect(items.slice(0, summary.length).map(({ fieldId }) => fieldId)).toEqual(summary)
    },
  )
})
