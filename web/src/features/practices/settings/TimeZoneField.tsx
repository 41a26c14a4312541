import { useState } from 'react'
import { useZones, useZoneText } from '../../../blocks/time-zones/use-zone-names.ts'
import { zonesFor } from '../../../blocks/time-zones/zone-names.ts'
import { SearchBox } from '../../../ui/fields/SearchBox.tsx'

/** The most zones that a list can have and still be read. */
const mostOffered = 40

export interface TimeZoneFieldProps {
  label: string
  hint: string
  /** Said when no zone fits what was typed. */
  nothing: string
  value: string
  error: string | undefined
  onChange: (zone: string) => void
}

/** A time zone, found by typing a part of its city, country or IANA name: "bogo", "colombia", "america mex". */
export const TimeZoneField = ({ label, hint, nothing, value, error, onChange }: TimeZoneFieldProps) => {
  const zones = useZones()
  const zoneText = useZoneText()
  const [typed, setTyped] = useState<string>()
  const options = zonesFor(typed ?? '', zones).slice(0, mostOffered)
  return (
    <SearchBox
      label={label}
      hint={hint}
      error={error}
      text={typed ?? zoneText(value)}
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
