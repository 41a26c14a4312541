import { type PageSettings, pageSettings } from '../../i18n/page-settings.ts'

/** Whom this installation may let load something, once the visitor agrees. */
export type ThirdParty = 'analytics' | 'socialPixel' | 'chat'

export const configuredThirdParties = (settings: PageSettings): ThirdParty[] => {
  const configured: readonly [ThirdParty, string | null | undefined][] = [
    ['analytics', settings.analyticsId],
    ['socialPixel', settings.socialPixelId],
    ['chat', settings.chatWidgetUrl],
  ]
  return configured.flatMap(([party, value]) => (value ? [party] : []))
}

/** Whether there are any: otherwise there is nothing to ask and nothing to load. */
export const hasThirdParties = (): boolean => configuredThirdParties(pageSettings()).length > 0
