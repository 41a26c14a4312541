import { type BalanceTone, sessionsLeft } from '@ulna/contract/session-packages/session-packages.rules'
import { classNames } from '../../ui/base/class-names.ts'
import styles from './Pips.module.css'

export interface PipsProps {
  sessions: { numSessions: number; usedSessions: number; reservedSessions: number }
  tone: BalanceTone
  large?: boolean
}

/** More bars than these say nothing any more: each stands for several sessions then. */
const mostPips = 20

const share = (count: number, of: number, pips: number): number =>
  of <= pips ? count : Math.round((count / of) * pips)

/** One upright bar a session: full, kept for a visit, empty. The figure stands beside, so they are not read out. */
export const Pips = ({ sessions, tone, large = false }: PipsProps) => {
  const { numSessions, usedSessions } = sessions
  const pips = Math.min(numSessions, mostPips)
  const used = share(usedSessions, numSessions, mostPips)
  const taken = share(numSessions - sessionsLeft(sessions), numSessions, mostPips)
  const kindOf = (index: number): string | undefined => {
    if (index < used) return styles.full
    return index < taken ? styles.kept : styles.empty
  }
  return (
    <span className={classNames(styles.pips, large && styles.large)} data-tone={tone} aria-hidden="true">
      {Array.from({ length: pips }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bars have nothing but their place
        <i key={index} className={kindOf(index)} />
      ))}
    </span>
  )
}
