import { useMemo, useState } from 'react'
import { timeZoneOffset, timeZones, timeZoneText } from '../../../i18n/time-zones.ts'
import { SearchBox } from '../../../ui/fields/SearchBox.tsx'

/** The most zones that a list can have and still be read. */
const mostOffered = 40

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[\s/]+/)
    .filter(Boolean)

export interface TimeZoneFieldProps {
  label: string
  hint: string
  /** Said when no zone fits what was typed. */
  nothing: string
  value: string
  error: string | undefined
  onChange: (zone: string) => void
}

/** An IANA time zone, found by typing a part of its name: "bogo", "america mex". */
export const TimeZoneField = ({ label, hint, nothing, value, error, onChange }: TimeZoneFieldProps) => {
  const zones = useMemo(timeZones, [])
  const [typed, setTyped] = useState<string>()
  const options = useMemo(() => {
    const words = wordsOf(typed ?? '')
    const found = zones.filter((zone) => words.every((word) => zone.label.toLowerCase().includes(word)))
    return found.slice(0, mostOffered).map((zone) => ({ ...zone, detail: timeZoneOffset(zone.value) }))
  }, [zones, typed])
  return (
    <SearchBox
      label={label}
      hint={hint}
      error={error}
      text={typed ?? timeZoneText(value)}
      onText={setTyped}
      options={options}
      onPick={(zone) => {
        setTyped(undefined)
        onChange(zone)
      }}
      // What fits no zone was not a choice: the one before stays.
      onBlur={() => setTyped(undefined)}
      status={nothing}
    />
  )
}
