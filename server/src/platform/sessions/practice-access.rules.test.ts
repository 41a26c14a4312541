import { type AccessRules, accessRules } from '@ulna/contract/practices/practices.configurations'
import { defaultConfigurations } from '@ulna/contract/practices/practices.defaults'
import { roles } from '@ulna/contract/roles'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { accessObstacle, isInNetworks, isMailDomainAllowed } from './practice-access.rules.ts'

const open = defaultConfigurations.access
const rules = (given: Partial<AccessRules>): AccessRules => ({ ...open, ...given })

const situation = {
  ip: '203.0.113.7',
  role: 'practitioner',
  email: 'laura@clinica.example',
  timezone: 'Europe/Madrid',
  now: new Date('2026-11-23T10:00:00Z'),
} as const

const byte = fc.nat(255)
const ipv4 = fc.tuple(byte, byte, byte, byte).map((bytes) => bytes.join('.'))
const numberOf = (ip: string): number => ip.split('.').reduce((sum, byte) => sum * 256 + Number(byte), 0)

const group = fc.nat(0xffff)
const ipv6Groups = fc.tuple(group, group, group, group, group, group, group, group)
const asIpv6 = (groups: readonly number[]): string => groups.map((one) => one.toString(16)).join(':')
const bitsOf = (groups: readonly number[]): string =>
  groups.map((one) => one.toString(2).padStart(16, '0')).join('')

describe('networks', () => {
  it('hold an IPv4 address exactly when its leading bits are theirs', () => {
    fc.assert(
      fc.property(ipv4, ipv4, fc.nat(32), (network, address, prefix) => {
        const shift = 2 ** (32 - prefix)
        const same = Math.floor(numberOf(network) / shift) === Math.floor(numberOf(address) / shift)
        expect(isInNetworks([`${network}/${prefix}`], address)).toBe(same)
        expect(isInNetworks([`${network}/${prefix}`], network)).toBe(true)
      }),
    )
  })

  it('hold an IPv6 address exactly when its leading bits are theirs', () => {
    fc.assert(
      fc.property(ipv6Groups, ipv6Groups, fc.nat(128), (network, address, prefix) => {
        // An IPv4-mapped address counts as its IPv4 address.
        fc.pre(bitsOf(address).slice(0, 96) !== `${'0'.repeat(80)}${'1'.repeat(16)}`)
        const same = bitsOf(network).slice(0, prefix) === bitsOf(address).slice(0, prefix)
        expect(isInNetworks([`${asIpv6(network)}/${prefix}`], asIpv6(address))).toBe(same)
        expect(isInNetworks([`${asIpv6(network)}/${prefix}`], asIpv6(network))).toBe(true)
      }),
    )
  })

  it('take an IPv4 address that came over an IPv6 socket for what it is', () => {
    fc.assert(
      fc.property(ipv4, ipv4, fc.nat(32), (network, address, prefix) => {
        const networks = [`${network}/${prefix}`]
        expect(isInNetworks(networks, `::ffff:${address}`)).toBe(isInNetworks(networks, address))
        expect(isInNetworks(networks, `::FFFF:${address}`)).toBe(isInNetworks(networks, address))
      }),
    )
  })

  it.each([
    ['198.51.100.4', '198.51.100.4', true],
    ['198.51.100.4', '198.51.100.5', false],
    ['198.51.100.4/32', '198.51.100.4', true],
    ['198.51.100.4/32', '198.51.100.5', false],
    ['0.0.0.0/0', '255.255.255.255', true],
    ['0.0.0.0/0', '2001:db8::1', false],
    ['::/0', '2001:db8::1', true],
    ['::/0', '198.51.100.4', false],
    ['2001:db8::/32', '2001:DB8:0:0::1', true],
    ['2001:db8::/32', '2001:db9::1', false],
    ['2001:db8::1', '2001:db8:0:0:0:0:0:1', true],
  ])('%s and %s: %s', (network, address, inside) => {
    expect(isInNetworks([network], address)).toBe(inside)
  })

  it('hold an address when any of them does', () => {
    expect(isInNetworks(['10.0.0.0/8', '2001:db8::/32'], '10.9.9.9')).toBe(true)
    expect(isInNetworks(['10.0.0.0/8', '2001:db8::/32'], '2001:db8::5')).toBe(true)
    expect(isInNetworks(['10.0.0.0/8', '2001:db8::/32'], '11.0.0.1')).toBe(false)
  })

  it.each([null, '', 'somewhere', '10.0.0', '10.0.0.1, 10.0.0.2', ' 10.0.0.1', '::ffff:999.0.0.1'])(
    'hold no address that is none: %j',
    (address) => {
      expect(isInNetworks(['0.0.0.0/0', '::/0'], address)).toBe(false)
    },
  )

  it('answer the same when they are asked again', () => {
    const networks = ['10.0.0.0/8']
    const asked = ['10.0.0.1', '11.0.0.1', '10.0.0.1', '11.0.0.1']
    expect(asked.map((ip) => isInNetworks(networks, ip))).toEqual([true, false, true, false])
    expect(isInNetworks(['11.0.0.0/8'], '11.0.0.1')).toBe(true)
  })

  it('bind every role, owners too', () => {
    for (const role of roles) {
      const outside = accessObstacle(rules({ networks: ['10.0.0.0/8'] }), { ...situation, role })
      expect(outside, role).toBe('ip_rejected')
      const inside = accessObstacle(rules({ networks: ['203.0.113.0/24'] }), { ...situation, role })
      expect(inside, role).toBeNull()
    }
  })

  it('are no rule while there are none', () => {
    expect(accessObstacle(open, { ...situation, ip: null })).toBeNull()
    expect(accessObstacle(rules({ networks: ['0.0.0.0/0'] }), { ...situation, ip: null })).toBe('ip_rejected')
  })
})

type Periods = NonNullable<AccessRules['hours']['practitioner']>

const withHours = (practitioner: Periods | null): AccessRules =>
  rules({ hours: { ...open.hours, practitioner } })

const at = (hours: Periods | null, now: string, timezone = 'Europe/Madrid') =>
  accessObstacle(withHours(hours), { ...situation, timezone, now: new Date(now) })

const closed = 'schedule_rejected'

describe('weekly hours', () => {
  const monday = [{ weekday: 1, from: '08:00', to: '14:00' }]

  it('begin with their first minute and end before their last', () => {
    expect(at(monday, '2026-11-23T06:59:59.999Z')).toBe(closed)
    expect(at(monday, '2026-11-23T07:00:00Z')).toBeNull()
    expect(at(monday, '2026-11-23T12:59:59.999Z')).toBeNull()
    expect(at(monday, '2026-11-23T13:00:00Z')).toBe(closed)
  })

  it('count on the day of the practice’s clock', () => {
    // Monday 00:30 in Auckland is Sunday in Madrid and in UTC.
    const night = [{ weekday: 1, from: '00:00', to: '01:00' }]
    expect(at(night, '2026-11-22T11:30:00Z', 'Pacific/Auckland')).toBeNull()
    expect(at(night, '2026-11-22T11:30:00Z', 'Europe/Madrid')).toBe(closed)
  })

  it.each([1, 2, 3, 4, 5, 6, 7])('know weekday %i', (weekday) => {
    const allDay = [{ weekday, from: '00:00', to: '24:00' }]
    for (let day = 1; day <= 7; day += 1) {
      const noon = new Date(Date.UTC(2026, 10, 22 + day, 11)).toISOString()
      expect(at(allDay, noon), `${day}`).toBe(day === weekday ? null : closed)
    }
  })

  it('reach across midnight as two periods without a gap', () => {
    const late = [
      { weekday: 5, from: '20:00', to: '24:00' },
      { weekday: 6, from: '00:00', to: '02:00' },
    ]
    expect(at(late, '2026-11-27T18:59:59Z')).toBe(closed)
    expect(at(late, '2026-11-27T22:59:59.999Z')).toBeNull()
    expect(at(late, '2026-11-27T23:00:00Z')).toBeNull()
    expect(at(late, '2026-11-28T00:59:59Z')).toBeNull()
    expect(at(late, '2026-11-28T01:00:00Z')).toBe(closed)
  })

  it('follow the clock over the days it changes', () => {
    const sunday = [{ weekday: 7, from: '03:00', to: '04:00' }]
    // 29 March 2026: 02:00 becomes 03:00 at 01:00 UTC.
    expect(at(sunday, '2026-03-29T00:59:59Z')).toBe(closed)
    expect(at(sunday, '2026-03-29T01:00:00Z')).toBeNull()
    expect(at(sunday, '2026-03-29T02:00:00Z')).toBe(closed)
    // An hour that does not exist lets nobody in; the one that exists twice does so twice.
    const skipped = [{ weekday: 7, from: '02:00', to: '03:00' }]
    for (let minute = 0; minute < 180; minute += 1) {
      expect(at(skipped, new Date(Date.UTC(2026, 2, 29, 0, minute)).toISOString())).toBe(closed)
    }
    // 25 October 2026: 03:00 becomes 02:00 at 01:00 UTC.
    expect(at(skipped, '2026-10-25T00:30:00Z')).toBeNull()
    expect(at(skipped, '2026-10-25T01:30:00Z')).toBeNull()
    expect(at(skipped, '2026-10-25T02:00:00Z')).toBe(closed)
  })

  it('let nobody in when there are none, and everybody when none are set', () => {
    expect(at([], '2026-11-23T10:00:00Z')).toBe(closed)
    expect(at(null, '2026-11-23T10:00:00Z')).toBeNull()
  })

  it('bind the role they are set for, and never an owner', () => {
    const never = rules({ hours: { practitioner: [], assistant: [], admin: [] } })
    for (const role of roles) {
      expect(accessObstacle(never, { ...situation, role }), role).toBe(role === 'owner' ? null : closed)
    }
    const onlyAdmins = rules({ hours: { practitioner: null, assistant: null, admin: [] } })
    expect(accessObstacle(onlyAdmins, { ...situation, role: 'admin' })).toBe(closed)
    expect(accessObstacle(onlyAdmins, { ...situation, role: 'assistant' })).toBeNull()
  })

  it('cover the week exactly once with a period a day, whatever the instant', () => {
    const week = Array.from({ length: 7 }, (_, day) => ({ weekday: day + 1, from: '00:00', to: '24:00' }))
    const instants = fc.date({
      noInvalidDate: true,
      min: new Date('2000-01-01T00:00:00Z'),
      max: new Date('2100-01-01T00:00:00Z'),
    })
    fc.assert(
      fc.property(
        instants,
        fc.constantFrom('Europe/Madrid', 'America/Bogota', 'Asia/Kolkata', 'UTC'),
        (now, timezone) => {
          const open = week.filter((day) => at([day], now.toISOString(), timezone) === null)
          expect(open).toHaveLength(1)
        },
      ),
    )
  })
})

describe('mail domains', () => {
  const own = rules({ mailDomains: ['clinica.example', 'fisio.example'] })

  it.each([
    ['laura@clinica.example', true],
    ['laura@CLINICA.Example', true],
    ['laura@fisio.example', true],
    ['laura@sub.clinica.example', false],
    ['laura@otraclinica.example', false],
    ['laura@clinica.example.evil.test', false],
    ['laura@clinica.example@evil.test', false],
    ['"a@clinica.example"@evil.test', false],
    ['clinica.example', true],
  ])('%s: %s', (email, allowed) => {
    // The last line is no address; nobody has one without an @.
    expect(isMailDomainAllowed(own, email)).toBe(allowed)
  })

  it('bind owners too, and nobody while there are none', () => {
    const elsewhere = { ...situation, email: 'laura@evil.test' }
    for (const role of roles) {
      expect(accessObstacle(own, { ...elsewhere, role }), role).toBe('practice_domain_rejected')
      expect(accessObstacle(open, { ...elsewhere, role }), role).toBeNull()
    }
  })
})

describe('what the contract takes as rules', () => {
  const problem = (given: object): string | undefined =>
    z.safeParse(accessRules, given).error?.issues[0]?.path.join('.')

  it.each(['10.0.0.0/33', '10.0.0.256', '2001:db8::/129', 'example.org', '10.0.0.0/', '/8', '10.0.0.0/8 '])(
    'a network %j is read or refused, and what is read works',
    (network) => {
      const parsed = z.safeParse(accessRules, { networks: [network] })
      if (parsed.success) expect(isInNetworks(parsed.data.networks, '10.0.0.1')).toBe(true)
      else expect(problem({ networks: [network] })).toBe('networks.0')
    },
  )

  it('every network it takes can be asked', () => {
    const any = fc.oneof(
      ipv4,
      ipv6Groups.map(asIpv6),
      fc.tuple(ipv4, fc.nat(40)).map(([ip, prefix]) => `${ip}/${prefix}`),
      fc.tuple(ipv6Groups, fc.nat(140)).map(([groups, prefix]) => `${asIpv6(groups)}/${prefix}`),
      fc.string(),
    )
    fc.assert(
      fc.property(any, ipv4, (network, address) => {
        const parsed = z.safeParse(accessRules, { networks: [network] })
        if (parsed.success) expect(typeof isInNetworks(parsed.data.networks, address)).toBe('boolean')
      }),
    )
  })

  it('a period ends after it begins', () => {
    const hours = (from: string, to: string) => ({
      hours: { practitioner: [{ weekday: 1, from, to }], assistant: null, admin: null },
    })
    expect(problem(hours('22:00', '02:00'))).toBe('hours.practitioner.0.to')
    expect(problem(hours('08:00', '08:00'))).toBe('hours.practitioner.0.to')
    expect(problem(hours('08:00', '24:00'))).toBeUndefined()
    expect(problem(hours('24:00', '24:00'))).toBe('hours.practitioner.0.from')
  })
})
