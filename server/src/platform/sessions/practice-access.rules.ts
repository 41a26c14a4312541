import { BlockList, isIP } from 'node:net'
import type { AccessPeriod, AccessRules } from '@ulna/contract/practices/practices.configurations'
import type { Role } from '@ulna/contract/roles'

/** Who asks, from where and when. */
export interface AccessSituation {
  /** Address of the caller; null when it is not known, and then no network holds it. */
  readonly ip: string | null
  readonly role: Role
  readonly email: string
  /** Time zone of the practice, in which its hours are told. */
  readonly timezone: string
  readonly now: Date
}

// An IPv4 address that arrived over an IPv6 socket is still that address.
const plainAddress = (ip: string): string => ip.replace(/^::ffff:(?=\d+\.)/i, '')

type Family = 'ipv4' | 'ipv6'

const familyOf = (address: string): Family => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** One list a family: to a single one an IPv4 address would lie in `::/0`. */
type Networks = Readonly<Record<Family, BlockList>>

const addNetwork = (lists: Networks, network: string): void => {
  const [address = '', prefix] = network.split('/')
  const family = familyOf(address)
  if (prefix === undefined) lists[family].addAddress(address, family)
  else lists[family].addSubnet(address, Number(prefix), family)
}

// Rules are read with every request and change seldom: the same object has the same lists.
const compiled = new WeakMap<readonly string[], Networks>()

const compile = (networks: readonly string[]): Networks => {
  const known = compiled.get(networks)
  if (known) return known
  const lists = { ipv4: new BlockList(), ipv6: new BlockList() }
  for (const network of networks) addNetwork(lists, network)
  compiled.set(networks, lists)
  return lists
}

/** Whether an address lies in one of the ranges. The array must not change afterwards. */
export const isInNetworks = (networks: readonly string[], ip: string | null): boolean => {
  if (ip === null) return false
  const address = plainAddress(ip)
  if (isIP(address) === 0) return false
  const family = familyOf(address)
  return compile(networks)[family].check(address, family)
}

const weekdays: readonly string[] = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

// Making one is dear, and zones are few.
const clocks = new Map<string, Intl.DateTimeFormat>()

const clockOf = (timeZone: string): Intl.DateTimeFormat => {
  const known = clocks.get(timeZone)
  if (known) return known
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  clocks.set(timeZone, clock)
  return clock
}

/** Day of the week (1 is Monday) and `HH:mm` of an instant on the clock of a time zone. */
const localTime = (now: Date, timeZone: string): { weekday: number; time: string } => {
  const parts = clockOf(timeZone).formatToParts(now)
  const part = (type: string): string => parts.find((one) => one.type === type)?.value ?? ''
  const weekday = weekdays.indexOf(part('weekday')) + 1
  return { weekday, time: `${part('hour')}:${part('minute')}` }
}

const isInHours = (periods: readonly AccessPeriod[], now: Date, timezone: string): boolean => {
  const { weekday, time } = localTime(now, timezone)
  return periods.some((period) => period.weekday === weekday && period.from <= time && time < period.to)
}

/** Whether an address belongs to one of the mail domains; none named, any does. */
export const isMailDomainAllowed = ({ mailDomains }: AccessRules, email: string): boolean =>
  mailDomains.length === 0 || mailDomains.includes(email.slice(email.lastIndexOf('@') + 1).toLowerCase())

/** What somebody is told whom a rule keeps out. */
export type AccessObstacle = 'ip_rejected' | 'schedule_rejected' | 'practice_domain_rejected'

/** The rule of a practice that keeps somebody out now, or null. An owner is never locked out by the hours. */
export const accessObstacle = (rules: AccessRules, situation: AccessSituation): AccessObstacle | null => {
  const { ip, role, email, now, timezone } = situation
  if (rules.networks.length > 0 && !isInNetworks(rules.networks, ip)) return 'ip_rejected'
  const hours = role === 'owner' ? null : rules.hours[role]
  if (hours && !isInHours(hours, now, timezone)) return 'schedule_rejected'
  return isMailDomainAllowed(rules, email) ? null : 'practice_domain_rejected'
}
