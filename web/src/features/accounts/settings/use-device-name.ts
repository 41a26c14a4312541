import { useTranslation } from 'react-i18next'
import { deviceOf } from '../../../api/captcha/device-words.ts'

/** A device in words, from its user agent: "Chrome on Windows". */
export const useDeviceName = (): ((userAgent: string | null) => string) => {
  const { t } = useTranslation('settings')
  return (userAgent) => {
    const { browser, system } = deviceOf(userAgent)
    if (browser && system) return t('security.device.both', { browser, system })
    return browser ?? system ?? t('security.device.unknown')
  }
}
