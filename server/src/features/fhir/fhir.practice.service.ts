import type { RecordClass } from '@ulna/contract/record-class/record-class'
import type { FhirResource } from 'fhir/r4'
import type { Tx } from '../../platform/database/database.ts'
import type { PracticeActor } from '../../platform/sessions/actor.ts'
import type { RecordClasses } from '../modules/modules.service.ts'
import { practiceOf } from '../practices/practices.service.ts'
import type { FhirDependencies } from './fhir.dependencies.ts'
import { findHandedForms } from './fhir.forms.repository.ts'
import { peopleOf } from './fhir.practitioners.service.ts'
import { formId } from './mapping/base/fhir.names.ts'
import { asFhirText } from './mapping/base/fhir.said.ts'
import { questionnaireOf } from './mapping/forms/fhir.questionnaire.ts'
import { organizationOf, practitionerOf, roleOf } from './mapping/practice/fhir.practice.ts'

export type PracticeType = 'Organization' | 'Practitioner' | 'PractitionerRole' | 'Questionnaire'

type Dependencies = Pick<FhirDependencies, 'classes' | 'appUrl'>

const everything: Readonly<
  Record<PracticeType, (tx: Tx, actor: PracticeActor, given: Dependencies) => Promise<FhirResource[]>>
> = {
  Organization: async (tx, actor) => [organizationOf(await practiceOf(tx, actor))],
  Practitioner: async (tx, actor) => {
    const { practitioners, ofElsewhere } = await peopleOf(tx, actor)
    return [...practitioners, ...ofElsewhere].map(practitionerOf)
  },
  PractitionerRole: async (tx, actor) => {
    const practice = await practiceOf(tx, actor)
    return (await peopleOf(tx, actor)).practitioners.map((one) => roleOf(one, practice))
  },
  Questionnaire: async (tx, actor, { classes, appUrl }) =>
    (await classes.active(tx, actor.practiceId)).map((form) => questionnaireOf(form, appUrl())),
}

/** What a practice says of itself in one kind of resource: of forms, those that new records are written with. */
export const practiceResources = async (
  tx: Tx,
  actor: PracticeActor,
  dependencies: Dependencies,
  type: PracticeType,
): Promise<FhirResource[]> => (await everything[type](tx, actor, dependencies)).map(asFhirText)

/** Forms that were handed over, by ids that are too long to tell the form. */
const handedForm = async (
  tx: Tx,
  { practiceId }: PracticeActor,
  classes: RecordClasses,
  id: string,
): Promise<RecordClass | undefined> => {
  const handed = await findHandedForms(tx, practiceId)
  const known = handed.find(({ classId, version }) => formId(classId, version) === id)
  return known && classes.version(tx, practiceId, known.classId, known.version)
}

/** A version of a form by its id, an older one or one of elsewhere too; of ours, an id that is too long is of the newest. */
const formById = async (
  tx: Tx,
  actor: PracticeActor,
  classes: RecordClasses,
  id: string,
): Promise<RecordClass | undefined> => {
  const newest = await classes.active(tx, actor.practiceId)
  const known = newest.find(({ classId, version }) => formId(classId, version) === id)
  if (known) return known
  const [, classId = '', version] = /^form-([A-Za-z0-9.]+)-v([1-9]\d{0,8})$/.exec(id) ?? []
  if (version === undefined) return handedForm(tx, actor, classes, id)
  return classes.version(tx, actor.practiceId, classId.replaceAll('.', '_'), Number(version))
}

/** The same, and every form that is looked for by its address or its id: answers are told to older ones too. */
export const formResources = async (
  tx: Tx,
  actor: PracticeActor,
  { classes, appUrl }: Dependencies,
  ids: readonly string[],
): Promise<FhirResource[]> => {
  const forms = [...(await classes.active(tx, actor.practiceId))]
  for (const id of new Set(ids)) {
    const form = await formById(tx, actor, classes, id)
    const isKnown = forms.some(
      ({ classId, version }) => classId === form?.classId && version === form.version,
    )
    if (form && !isKnown) forms.push(form)
  }
  return forms.map((form) => asFhirText(questionnaireOf(form, appUrl())))
}

/** One of them by its id; undefined where there is none. */
export const practiceResource = async (
  tx: Tx,
  actor: PracticeActor,
  dependencies: Dependencies,
  { type, id }: { readonly type: PracticeType; readonly id: string },
): Promise<FhirResource | undefined> => {
  if (type !== 'Questionnaire')
    return (await practiceResources(tx, actor, dependencies, type)).find((one) => one.id === id)
  const form = await formById(tx, actor, dependencies.classes, id)
  return form && asFhirText(questionnaireOf(form, dependencies.appUrl()))
}
