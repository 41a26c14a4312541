import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ModuleDocument } from '@ulna/contract/modules/module-document'
import type { Language } from '@ulna/contract/record-class/record-class'
import { classText } from '@ulna/contract/record-class/record-class.fields'
import { recordEndpoints } from '@ulna/contract/records/records'
import { useTranslation } from 'react-i18next'
import { call, payloadOf } from '../../../../api/session/client.ts'
import { classPlace } from '../faults/text-places.ts'
import { someTextAt } from '../model/module-texts.ts'

/** The forms that new records of the practice are written with. */
const installedFormsQuery = queryOptions({
  queryKey: ['record-classes'],
  queryFn: ({ signal }) => payloadOf(call(recordEndpoints.classes, { signal })),
  staleTime: 5 * 60_000,
})

export interface KnownConsent {
  readonly id: string
  readonly name: string
}

/** The consents that a form of the document may need: its own, and those of the other modules the practice installed. */
export const useConsents = (document: ModuleDocument, language: Language): readonly KnownConsent[] => {
  const { t } = useTranslation('moduleEditor')
  const { data: installed = [] } = useQuery(installedFormsQuery)
  const own = document.classes
    .filter(({ consent }) => consent)
    .map(({ classId }) => ({
      id: classId,
      name: someTextAt(document, classPlace(classId, 'name'), language) || t('unnamed.form'),
    }))
  const others = installed
    .filter(({ consent, recordModuleId }) => consent && recordModuleId !== document.module.id)
    .map((one) => ({ id: one.classId, name: classText(one, language, one.name) }))
  return [...own, ...others]
}

/** What a consent is called; its id where the practice does not have it. */
export const consentName = (consents: readonly KnownConsent[], id: string): string =>
  consents.find((one) => one.id === id)?.name ?? id
