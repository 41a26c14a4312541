import { useMatches } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'

/** The window's title: the page, then what the product is. */
export const usePageTitle = (): void => {
  const { t } = useTranslation('common')
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title })
  useEffect(() => {
    document.title = title ? `${t(title)} · ${t('productTitle')}` : t('productTitle')
  }, [title, t])
}
