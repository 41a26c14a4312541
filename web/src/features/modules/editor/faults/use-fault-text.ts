import type { ModuleFault } from '@ulna/contract/modules/module-document'
import { useTranslation } from 'react-i18next'

/** What is wrong, in the reader's words. */
export const useFaultText = () => {
  const { t } = useTranslation('moduleFaults')
  return ({ message, params }: ModuleFault): string => t(message, { ...params })
}
