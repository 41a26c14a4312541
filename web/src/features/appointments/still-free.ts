import { type FreedTime, freedTimes, isAhead, standing, type Visit } from './agenda/freed-times.ts'

/** Freed times that still are free: ahead, and not given to somebody or taken back since. */
export const stillFree = (
  times: readonly FreedTime[],
  appointments: readonly Visit[],
  now: number = Date.now(),
): FreedTime[] =>
  times.filter(
    (time) => isAhead(time, now) && standing(time, appointments).every((id) => time.beside.includes(id)),
  )

/** Somebody has that time now. */
export const takeFreed = ({ doctorId, start }: Pick<FreedTime, 'doctorId' | 'start'>): void => {
  const freed = freedTimes.get()
  if (!freed) return
  const times = freed.times.filter((time) => time.doctorId !== doctorId || time.start !== start)
  freedTimes.set(times.length > 0 ? { ...freed, times } : null)
}
