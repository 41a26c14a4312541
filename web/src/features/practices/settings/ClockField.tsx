import { ClockInput, type ClockInputProps } from '../../../blocks/weekly-hours/ClockInput.tsx'
import { useClockWords } from './use-clock-words.ts'

/** A time of day of the settings. */
export const ClockField = (props: Omit<ClockInputProps, 'words'>) => (
  <ClockInput {...props} words={useClockWords()} />
)
