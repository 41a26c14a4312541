import type { Draft } from '@ulna/contract/drafts/drafts'
import { useTranslation } from 'react-i18next'
import { deviceOf } from '../../../api/captcha/device-words.ts'
import { isRecovered } from '../drafts/draft-recovery.ts'
import type { RecordWords } from '../use-record-words.ts'

/** When and where a copy was written. */
export const useCopyOrigin = (words: RecordWords) => {
  const { t } = useTranslation('writing')
  return (copy: Draft): string => {
    const { browser, system } = deviceOf(copy.device)
    const device = [browser, system].filter(Boolean).join(', ')
    const when = words.moment(copy.updatedAt)
    if (isRecovered(copy.patientId, copy.key)) return t('copies.recovered', { when })
    return device ? t('copies.from', { when, device }) : t('copies.at', { when })
  }
}
