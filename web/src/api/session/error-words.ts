import type { TFunction } from 'i18next'
import { errorGroups } from '../../i18n/text-groups.ts'

/**
 * Words for a key of the groups of errors, as far as the page has them; text that is no key there is shown as it is. A
 * fault of the server comes with the number that whoever runs the installation finds it by.
 */
export const errorWords = (
  t: TFunction,
  key: string,
  params: Readonly<Record<string, unknown>> = {},
): string => {
  const text = t(key, { ...params, ns: errorGroups, nsSeparator: false, defaultValue: key })
  return params.reference ? t('error:numbered', { text, reference: params.reference }) : text
}
