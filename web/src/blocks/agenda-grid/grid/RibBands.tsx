import { memo } from 'react'
import { topOf } from '../board/card-shape.ts'
import type { AgendaPractitioner } from '../parts/agenda-appointment.ts'
import { type ClockFormat, clockRange } from '../parts/agenda-text.ts'
import { minutesPerDay } from '../parts/hit-test.ts'
import styles from './AgendaGrid.module.css'

/** When a colleague is busy on that day, drawn as a band beside the cards. */
export interface Rib {
  practitioner: AgendaPractitioner
  busy: readonly { start: number; end: number }[]
}

export interface RibBandsProps {
  ribs: readonly Rib[]
  clock: ClockFormat
  /** Words for a colleague with nothing on that day. */
  freeWord: string
}

const ribWidth = 9
const ribGap = 4

/** Room the bands take at the right of a column, in pixels. */
export const ribRoom = (count: number): number => (count === 0 ? 0 : count * (ribWidth + ribGap) + 2)

// One path per colleague and day: a full week of three practitioners is 14 elements instead of 700.
const bandPath = (busy: Rib['busy'], left: number): string =>
  busy
    .map(({ start, end }) => {
      const radius = 4
      const height = Math.max(topOf(end - start) - 3, 2 * radius)
      const down = height - 2 * radius
      return `M${left} ${topOf(start) + 1 + radius}a4 4 0 0 1 4-4h1a4 4 0 0 1 4 4v${down}a4 4 0 0 1-4 4h-1a4 4 0 0 1-4-4z`
    })
    .join('')

const textOf = ({ ribs, clock, freeWord }: RibBandsProps): string =>
  ribs
    .map(({ practitioner, busy }) => {
      const times = busy.map(({ start, end }) => clockRange(start, end, clock)).join(', ')
      return `${practitioner.fullName}: ${times || freeWord}`
    })
    .join('; ')

/** When colleagues are busy (visual.md, "Week"); the same in words for those who do not see it. */
export const RibBands = memo((props: RibBandsProps) => {
  if (props.ribs.length === 0) return null
  return (
    <svg
      className={styles.ribs}
      role="img"
      aria-label={textOf(props)}
      width={ribRoom(props.ribs.length) - 2}
      height={topOf(minutesPerDay)}
    >
      {props.ribs.map(({ practitioner, busy }, index) => (
        <path
          key={practitioner.id}
          data-color={practitioner.color}
          d={bandPath(busy, index * (ribWidth + ribGap))}
        />
      ))}
    </svg>
  )
})
RibBands.displayName = 'RibBands'
