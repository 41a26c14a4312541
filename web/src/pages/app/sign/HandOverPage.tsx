import { useBlocker, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import type { Language } from '@ulna/contract/record-class/record-class'
import { useEffect, useRef, useState } from 'react'
import { queryClient } from '../../../api/practice/query-client.ts'
import { useSession } from '../../../api/session/session.ts'
import { declineShortCode, offersShortCode } from '../../../features/accounts/short-code/offers-short-code.ts'
import { HandOver } from '../../../features/signatures/HandOver.tsx'
import { currentLanguage, i18n } from '../../../i18n/i18n.ts'
import { lazyPart } from '../../../i18n/lazy-part.ts'
import { isLanguage } from '../../../i18n/page-settings.ts'
import { Optional } from '../../../ui/Optional.tsx'

// For who has none, once; without it the page is left as it is for who has one.
const fetchOffer = () => import('../../../features/accounts/short-code/ShortCodeOffer.tsx')
const ShortCodeOffer = lazyPart(fetchOffer, 'ShortCodeOffer')

/** The language of whoever holds the device; the practitioner’s comes back with the practitioner. */
const useLanguage = (): [Language, (language: Language) => void] => {
  const { language: asked } = useSearch({ strict: false })
  const language = isLanguage(asked) ? asked : currentLanguage()
  useEffect(() => {
    if (i18n.language !== language) void i18n.changeLanguage(language)
  }, [language])
  const choose = (chosen: Language): void => {
    const address = new URL(window.location.href)
    address.searchParams.set('language', chosen)
    window.location.replace(address)
  }
  return [language, choose]
}

/** What was read before is in nobody’s reach: another person holds the device. */
const useEmptyMemory = (): void => {
  useEffect(() => {
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'to-sign' })
  }, [])
}

/**
 * One document without the rest of the app. The server refuses this session everything else (`session_handed_over`);
 * the page keeps whoever goes back or follows a link where they are.
 */
export const HandOverPage = () => {
  const { patientId = '', recordId = '' } = useParams({ strict: false })
  const { authUser, authPractice } = useSession()
  const [language, choose] = useLanguage()
  const isBack = useRef(false)
  const [offersCode, setOffersCode] = useState(false)
  const navigate = useNavigate()
  useEmptyMemory()
  useBlocker({ shouldBlockFn: () => !isBack.current, enableBeforeUnload: false })
  if (!authUser || !authPractice) return null
  const takeBack = async (): Promise<void> => {
    isBack.current = true
    await i18n.changeLanguage(authUser.language)
    const isOffered = (await offersShortCode()) && (await fetchOffer().catch(() => undefined))
    if (isOffered) setOffersCode(true)
    else await leave()
  }
  const leave = async (): Promise<void> => {
    await navigate({
      to: '/app/patient/$patientId',
      params: { patientId },
      search: { record: Number(recordId) },
      replace: true,
    })
  }
  if (offersCode)
    return (
      <Optional>
        <ShortCodeOffer
          onDone={() => void leave()}
          onDecline={() => {
            declineShortCode()
            void leave()
          }}
        />
      </Optional>
    )
  return (
    <HandOver
      key={language}
      patientId={Number(patientId)}
      recordId={Number(recordId)}
      language={language}
      onLanguage={choose}
      onBack={() => void takeBack()}
    />
  )
}
