import { readFileSync } from 'node:fs'
import path from 'node:path'
import { builtInClasses, type FieldType, type RecordClass } from '@ulna/contract/record-class/record-class'
import { fieldsOf, initialData, isInForm } from '@ulna/contract/record-class/record-class.fields'
import { validateRecordData } from '@ulna/contract/record-class/record-class.validation'
import { broughtNoteClass } from '@ulna/contract/records/records.policy'
import { recordSummary } from '@ulna/contract/records/records.summary.rules'
import { describe, expect, test } from 'vitest'
import { textKeysOf } from '../faults/modules.text-keys.ts'
import { loadModules } from '../modules.files.ts'

const directory = path.resolve(import.meta.dirname, '../../../../../modules')
const modules = loadModules(directory)
const standard = modules.find(({ module }) => module.id === 'standard')
const classes = new Map(standard?.classes.map((recordClass) => [recordClass.classId, recordClass]))

const classOf = (classId: string): RecordClass => {
  const recordClass = classes.get(classId)
  if (!recordClass) throw new Error(`no class ${classId}`)
  return recordClass
}

const fieldsBySection = (classId: string) => {
  const found: Record<string, Record<string, FieldType>> = {}
  for (const { field, sectionId } of fieldsOf(classOf(classId))) {
    found[sectionId] = { ...found[sectionId], [field.id]: field.type }
  }
  return found
}

const fieldIn = (classId: string, id: string) => {
  const found = fieldsOf(classOf(classId)).find(({ field }) => field.id === id)
  if (!found) throw new Error(`no field ${id}`)
  return found
}

const hiddenIn = (classId: string) =>
  fieldsOf(classOf(classId))
    .filter(({ hidden }) => hidden)
    .map(({ field }) => field.id)

const seventeen =
  'asthma cardiopathies cancer diabetesType1 diabetesType2 hta ar avc anemia vascularDisease allergies gastritis obesity hepatitis musculoskeletalDisease gout aids'

describe('the standard templates have every field of specification §3', () => {
  test('are the four built-in classes, and notes that were brought in, which nobody writes', () => {
    const ids = [...Object.values(builtInClasses), broughtNoteClass]
    expect([...classes.keys()].toSorted()).toEqual(ids.toSorted())
    expect([...classes.values()].map(({ classId, type, subType }) => [classId, type, subType])).toEqual([
      ['med_hist_default', 'med_hist', null],
      ['case_default', 'control', 'case'],
      ['followup_default', 'control', 'follow_up'],
      ['document', 'document', null],
      ['imported_note', 'test', 'imported_note'],
    ])
  })

  test('diagnosis', () => {
    expect(fieldsBySection('case_default')).toEqual({
      clinical: {
        date: 'date',
        symptomAppearDate: 'date',
        actualDiscomfort: 'textarea',
        traumaMechanism: 'textarea',
        painDescription: 'textarea',
        symptomEvolution: 'textarea',
        painIntensity: 'pain_scale',
        bodyChart: 'body_chart',
        isMedicReference: 'conditional_switch',
        physicalExploration: 'title',
        painAreaObservation: 'textarea',
        palpation: 'textarea',
      },
      treatment: {
        name: 'text',
        sessions: 'number',
        treatmentObjectives: 'textarea',
        doctorObs: 'textarea',
        followUpRequired: 'switch',
      },
    })
    expect(hiddenIn('case_default')).toEqual(['date', 'followUpRequired'])
    expect(initialData(classOf('case_default'))).toEqual({ sessions: 1, followUpRequired: true })
    expect(fieldIn('case_default', 'name').field.required).toBe(true)
  })

  test('follow-up', () => {
    expect(fieldsBySection('followup_default')).toEqual({
      followUp: {
        date: 'date',
        case: 'case_select',
        painIntensity: 'pain_scale',
        bodyChart: 'body_chart',
        patientObs: 'textarea',
        doctorObs: 'textarea',
        treatmentApplied: 'textarea',
        medication: 'textarea',
        exercises: 'textarea',
      },
    })
    expect(hiddenIn('followup_default')).toEqual(['date', 'case'])
  })

  test('medical history', () => {
    expect(fieldsBySection('med_hist_default')).toEqual({
      personal: {
        gender: 'radio_group',
        children: 'number',
        abortions: 'number',
        profession: 'text',
        scholarship: 'select',
        dominance: 'select',
        maritalStatus: 'select',
        physicalActivity: 'textarea',
        hobbies: 'textarea',
        imc: 'bmi',
        allergies: 'textarea',
        warning: 'textarea',
      },
      background: {
        currentMedication: 'textarea',
        familyDiseases: 'checkbox_group',
        personalDiseases: 'checkbox_group',
        familyOther: 'text',
        other: 'text',
        alcohol: 'conditional_switch',
        smoke: 'conditional_switch',
        narcotics: 'conditional_switch',
        sleep: 'textarea',
        meals: 'textarea',
        qx: 'textarea',
        fx: 'textarea',
        inherited: 'textarea',
      },
      environment: {
        houseAccess: 'textarea',
        houseType: 'select',
        houseFloors: 'number',
        houseRooms: 'number',
        houseWater: 'switch',
        houseStairs: 'switch',
        houseSecondFloor: 'switch',
        houseAccessRamps: 'switch',
        houseBiomechanicalHelps: 'textarea',
        houseDoors: 'textarea',
      },
    })
    expect(hiddenIn('med_hist_default')).toEqual(['allergies', 'warning'])
  })

  test('both lists of diseases have the same 17 options, and gender is male=m, female=f', () => {
    const valuesOf = (id: string) => fieldIn('med_hist_default', id).field.options?.map(({ value }) => value)
    expect(valuesOf('personalDiseases')).toEqual(seventeen.split(' '))
    expect(fieldIn('med_hist_default', 'familyDiseases').field.options).toEqual(
      fieldIn('med_hist_default', 'personalDiseases').field.options,
    )
    expect(valuesOf('gender')).toEqual(['m', 'f'])
  })

  test('allergies and warnings are hidden from summaries and still asked for', () => {
    expect(isInForm(fieldIn('med_hist_default', 'allergies'))).toBe(true)
    expect(isInForm(fieldIn('med_hist_default', 'warning'))).toBe(true)
    expect(isInForm(fieldIn('followup_default', 'case'))).toBe(false)
  })
})

describe('the texts of every module', () => {
  const textsOf = (moduleId: string, language: string) =>
    JSON.parse(readFileSync(path.join(directory, moduleId, 'locales', `${language}.json`), 'utf8')) as object

  test.each(modules.map(({ module }) => module.id))(
    '%s has the same keys in three languages, all in use',
    (id) => {
      const files = modules.find(({ module }) => module.id === id)
      const used = new Set([
        files?.module.name,
        files?.module.description,
        ...(files?.classes ?? []).flatMap(textKeysOf),
      ])
      for (const language of ['es', 'en', 'it']) {
        expect(Object.keys(textsOf(id, language)).toSorted()).toEqual([...used].toSorted())
      }
    },
  )
})

describe('records people write', () => {
  const t = (key: string) => key
  const context = { language: 'es', t } as const
  const diagnosis = {
    date: '2026-09-02',
    symptomAppearDate: '2026-08-20',
    actualDiscomfort: 'Dolor al elevar el brazo derecho',
    painDescription: 'Punzante en la cara anterior, peor de noche',
    painIntensity: 8,
    isMedicReference: { enabled: true, medicReference: 'Dra. Ruiz' },
    name: 'Manguito rotador, hombro derecho',
    sessions: 10,
    treatmentObjectives: 'Recuperar la elevación completa sin dolor',
    followUpRequired: true,
  }

  test('a diagnosis needs no more than its name', () => {
    expect(validateRecordData(classOf('case_default'), { name: 'Lumbalgia' }).errors).toBeUndefined()
    expect(validateRecordData(classOf('case_default'), {}).errors).toEqual([
      { field: 'data.name', message: 'field_required' },
    ])
  })

  test('a diagnosis is summed up with the pain first and the plan before the history', () => {
    const { data } = validateRecordData(classOf('case_default'), diagnosis)
    expect(recordSummary(classOf('case_default'), data ?? {}, context).map((item) => item.label)).toEqual([
      'Intensidad del dolor',
      'Molestia actual',
      'Descripción del dolor',
      'Plan de intervención',
      'Inicio de los síntomas',
      'Sesiones recomendadas',
      'Remisión médica',
    ])
  })

  test('a follow-up is summed up in the order it is read', () => {
    const recordClass = classOf('followup_default')
    const data = Object.fromEntries(
      ['medication', 'exercises', 'treatmentApplied', 'doctorObs', 'patientObs'].map((id) => [id, 'x']),
    )
    const summary = recordSummary(recordClass, { ...data, case: 7, painIntensity: 3 }, context)
    expect(summary.map((item) => item.fieldId)).toEqual([
      'painIntensity',
      'patientObs',
      'doctorObs',
      'treatmentApplied',
      'exercises',
      'medication',
    ])
  })

  test('a follow-up names its case', () => {
    expect(validateRecordData(classOf('followup_default'), { painIntensity: 3 }).errors).toEqual([
      { field: 'data.case', message: 'field_required' },
    ])
  })

  test('a medical history may be empty, and takes habits by their frequency', () => {
    const recordClass = classOf('med_hist_default')
    expect(validateRecordData(recordClass, {})).toEqual({ data: {} })
    expect(validateRecordData(recordClass, { smoke: { enabled: true, frequency: 'daily' } })).toEqual({
      data: { smoke: { enabled: true, value: 'daily' } },
    })
  })
})
