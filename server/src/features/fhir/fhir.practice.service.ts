import type { RecordClass } from '@ulna/contract/record-class/record-class'
import type { FhirResource } from 'fhir/r4'
import { invalidField } from '../../platform/app-error.ts'
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

/** What forms are told apart by: those that new records are written with, and those that were handed over. */
interface KnownForms {
  readonly newest: readonly RecordClass[]
  readonly handed: Awaited<ReturnType<typeof findHandedForms>>
}

const knownForms = async (
  tx: Tx,
  { practiceId }: PracticeActor,
  classes: RecordClasses,
): Promise<KnownForms> => ({
  newest: await classes.active(tx, practiceId),
  handed: await findHandedForms(tx, practiceId),
})

/** A version of a form by its id, an older one or one of elsewhere too; of ours, an id that is too long is of the newest. */
const formById = async (
  tx: Tx,
  { practiceId }: PracticeActor,
  classes: RecordClasses,
  { newest, handed }: KnownForms,
  id: string,
): Promise<RecordClass | undefined> => {
  const isIt = ({ classId, version }: Pick<RecordClass, 'classId' | 'version'>) =>
    formId(classId, version) === id
  const known = newest.find(isIt)
  if (known) return known
  const [, classId = '', version] = /^form-([A-Za-z0-9.]+)-v([1-9]\d{0,8})$/.exec(id) ?? []
  if (version !== undefined)
    return classes.version(tx, practiceId, classId.replaceAll('.', '_'), Number(version))
  const came = handed.find(isIt)
  return came && classes.version(tx, practiceId, came.classId, came.version)
}

/** So many forms may be named by one search: more than any practice has in one file. */
const mostNamed = 500

/** The same, and every form that is looked for by its address or its id: answers are told to older ones too. */
export const formResources = async (
  tx: Tx,
  actor: PracticeActor,
  { classes, appUrl }: Dependencies,
  named: readonly string[],
): Promise<FhirResource[]> => {
  const ids = new Set(named)
  if (ids.size > mostNamed) throw invalidField('_id', 'field_range')
  const known = await knownForms(tx, actor, classes)
  const forms = [...known.newest]
  for (const id of ids) {
    const form = await formById(tx, actor, classes, known, id)
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
  const { classes } = dependencies
  const form = await formById(tx, actor, classes, await knownForms(tx, actor, classes), id)
  return form && asFhirText(questionnaireOf(form, dependencies.appUrl()))
}
