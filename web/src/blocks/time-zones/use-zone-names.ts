import type { Language } from '@ulna/contract/record-class/record-class'
import { useEffect, useMemo, useState } from 'react'
import { currentLanguage } from '../../i18n/i18n.ts'
import { timeZones, timeZoneText } from '../../i18n/time-zones.ts'
import { createZoneNames, type ZoneCities, type ZoneName } from './zone-names.ts'

const citiesIn: Record<Language, () => Promise<{ default: ZoneCities }>> = {
  es: () => import('./names/es.json'),
  en: () => import('./names/en.json'),
  it: () => import('./names/it.json'),
}

const fetchNames = async (language: Language) => {
  const [cities, regions] = await Promise.all([citiesIn[language](), import('./names/regions.json')])
  return createZoneNames(language, cities.default, regions.default)
}

type Names = Awaited<ReturnType<typeof fetchNames>>

// Where the names cannot be fetched, zones go on being called by their ids.
const keepIds = (): void => undefined

const useNames = (): Names | undefined => {
  const language = currentLanguage()
  const [names, setNames] = useState<Names>()
  useEffect(() => {
    let isShown = true
    fetchNames(language).then((fetched) => isShown && setNames(fetched), keepIds)
    return () => {
      isShown = false
    }
  }, [language])
  return names
}

/** What a zone is called in the page's language: its city and country, its id until those are there. */
export const useZoneText = (): ((zone: string) => string) => useNames()?.textOf ?? timeZoneText

/** Every zone this browser knows, by city in the page's language. */
export const useZones = (): readonly ZoneName[] => {
  const names = useNames()
  const [ids] = useState(timeZones)
  return useMemo(
    () => (names ? names.list(ids) : ids.map((value) => ({ value, label: timeZoneText(value), detail: '' }))),
    [names, ids],
  )
}
