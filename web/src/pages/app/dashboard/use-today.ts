import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { isCalendarDay } from '@ulna/contract/http/dates'
import { dayScopes } from '@ulna/contract/today/today'
import { type DayWish, todayQuery } from './today.queries.ts'

const wishOf = ({ scope, day }: Readonly<Record<string, unknown>>): DayWish => ({
  scope: dayScopes.find((one) => one === scope),
  day: typeof day === 'string' && isCalendarDay(day) ? day : undefined,
})

/** The day that the address asks for (`?scope=practice&day=2026-11-25`), and the way to another. */
export const useToday = () => {
  const wish = wishOf(useSearch({ strict: false }))
  const navigate = useNavigate()
  const show = (change: DayWish): void => {
    const next = Object.entries({ ...wish, ...change }).filter(([, value]) => value !== undefined)
    void navigate({ to: '.', search: () => Object.fromEntries(next), replace: true, resetScroll: false })
  }
  return { ...useQuery(todayQuery(wish)), show }
}
