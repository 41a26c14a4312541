import type { ModuleDocument } from '@ulna/contract/modules/module-document'
import type {
  FieldOption,
  RecordClassFile,
  RecordField,
  RecordSection,
} from '@ulna/contract/record-class/record-class'
import type { Score } from '@ulna/contract/record-class/record-class.scores'

/** Where a text stands, and whether it may be absent. */
export interface TextPlace {
  readonly at: string
  readonly optional: boolean
}

/** Is given the key at a place, undefined where a text may be and is not; answers the key it is to have. */
export type TextVisit = (key: string | undefined, place: TextPlace) => string | undefined

export const modulePlace = (part: 'name' | 'description'): string => `module/${part}`
export const classPlace = (classId: string, part: 'name' | 'description'): string => `${classId}/${part}`
export const sectionPlace = (classId: string, id: string): string => `${classId}/section/${id}`
/** What is read under the heading of a section. */
export const sectionTextPlace = (classId: string, id: string): string => `${classId}/section/${id}/text`
export type FieldTextPart = 'label' | 'hint' | 'unit' | 'source' | 'valueLabel'
export const fieldPlace = (classId: string, id: string, part: FieldTextPart): string =>
  `${classId}/field/${id}/${part}`
export const optionPlace = (classId: string, id: string, value: string): string =>
  `${classId}/field/${id}/option/${value}`
export const scorePlace = (classId: string, id: string, part: 'label' | 'unit' | `band/${number}`): string =>
  `${classId}/score/${id}/${part}`

type Params = Record<string, unknown>

const withPart = <Holder extends object>(holder: Holder, name: string, key: string | undefined): Holder => {
  const { [name]: _, ...rest } = holder as Record<string, unknown>
  return (key === undefined ? rest : { ...holder, [name]: key }) as Holder
}

const stringIn = (params: Params, name: string): string | undefined => {
  const value = params[name]
  return typeof value === 'string' ? value : undefined
}

const fieldVisitor = (classId: string, visit: TextVisit) => {
  const required = (key: string, at: string): string => visit(key, { at, optional: false }) ?? key

  const optionsOf = (field: RecordField, options: readonly FieldOption[]): FieldOption[] =>
    options.map((one) => ({ ...one, label: required(one.label, optionPlace(classId, field.id, one.value)) }))

  const unitOf = (field: RecordField, params: Params): Params => {
    const optional = field.type === 'number'
    const key = visit(stringIn(params, 'unit'), { at: fieldPlace(classId, field.id, 'unit'), optional })
    return withPart(params, 'unit', key)
  }

  const pairOf = (field: RecordField, params: Params): Params => {
    const measured = unitOf(field, params)
    const norm = measured.norm as Params | undefined
    if (!norm) return measured
    const source = required(stringIn(norm, 'source') ?? '', fieldPlace(classId, field.id, 'source'))
    return { ...measured, norm: { ...norm, source } }
  }

  const switchOf = (field: RecordField, params: Params): Params => {
    const at = fieldPlace(classId, field.id, 'valueLabel')
    const labelled = withPart(
      params,
      'valueLabel',
      visit(stringIn(params, 'valueLabel'), { at, optional: true }),
    )
    if (!Array.isArray(params.options)) return labelled
    return { ...labelled, options: optionsOf(field, params.options as FieldOption[]) }
  }

  const paramsOf = (field: RecordField): RecordField => {
    const params = field.params ?? {}
    const kinds: Partial<Record<RecordField['type'], typeof unitOf>> = {
      number: unitOf,
      measure_pair: pairOf,
      conditional_switch: switchOf,
    }
    const visited = kinds[field.type]?.(field, params)
    if (!visited || (field.params === undefined && Object.keys(visited).length === 0)) return field
    return { ...field, params: visited }
  }

  const fieldOf = (field: RecordField): RecordField => {
    const at = (part: FieldTextPart) => fieldPlace(classId, field.id, part)
    const labelled = { ...field, label: required(field.label, at('label')) }
    const hinted = withPart(labelled, 'hint', visit(field.hint, { at: at('hint'), optional: true }))
    return {
      ...paramsOf(hinted),
      ...(field.options ? { options: optionsOf(field, field.options) } : {}),
      ...(field.subfields ? { subfields: field.subfields.map(fieldOf) } : {}),
    }
  }
  return fieldOf
}

const scoreVisitor =
  (classId: string, visit: TextVisit) =>
  (score: Score): Score => {
    const at = (part: Parameters<typeof scorePlace>[2]) => scorePlace(classId, score.id, part)
    const label = visit(score.label, { at: at('label'), optional: false }) ?? score.label
    const bands = score.bands?.map((band, index) => ({
      ...band,
      label: visit(band.label, { at: at(`band/${index}`), optional: false }) ?? band.label,
    }))
    const named = { ...score, label, ...(bands ? { bands } : {}) }
    return withPart(named, 'unit', visit(score.unit, { at: at('unit'), optional: true }))
  }

const sectionOf = (classId: string, section: RecordSection, visit: TextVisit): RecordSection => {
  const place = { at: sectionPlace(classId, section.id), optional: false }
  const named = { ...section, label: visit(section.label, place) ?? section.label }
  const read = visit(section.text, { at: sectionTextPlace(classId, section.id), optional: true })
  return { ...withPart(named, 'text', read), fields: section.fields.map(fieldVisitor(classId, visit)) }
}

const mapClass = (one: RecordClassFile, visit: TextVisit): RecordClassFile => {
  const { classId } = one
  const name = visit(one.name, { at: classPlace(classId, 'name'), optional: false }) ?? one.name
  const described = withPart(
    { ...one, name },
    'description',
    visit(one.description, { at: classPlace(classId, 'description'), optional: true }),
  )
  return {
    ...described,
    sections: one.sections.map((section) => sectionOf(classId, section, visit)),
    ...(one.scores ? { scores: one.scores.map(scoreVisitor(classId, visit)) } : {}),
  }
}

/** Goes over every text a document shows or may show, and gives each the key the visitor answers. */
export const mapTexts = (document: ModuleDocument, visit: TextVisit): ModuleDocument => {
  const { module } = document
  const moduleKey = (part: 'name' | 'description') =>
    visit(module[part], { at: modulePlace(part), optional: false }) ?? module[part]
  return {
    ...document,
    module: { ...module, name: moduleKey('name'), description: moduleKey('description') },
    classes: document.classes.map((one) => mapClass(one, visit)),
  }
}
