import { isIPv6 } from 'node:net'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { AppError } from '../app-error.ts'
import type { Pool } from '../database/database.ts'
import { hmacSha256 } from '../tokens.ts'

/** Requests a minute from one address, for everything and for the doors that anyone may knock at. */
const perMinute = { everything: 1200, doors: 30 } as const

const doors = new Set(['/api/auth/register', '/api/installation/demo'])

const isDoor = (request: FastifyRequest): boolean => doors.has(request.routeOptions.url ?? '')

/** Coarse limits by address and process, against scripts that run away. */
export const useRateLimits = async (app: FastifyInstance): Promise<void> => {
  await app.register(rateLimit, {
    // One hook for all routes, below: those of single routes, which look up who calls, come after it.
    global: false,
    timeWindow: '1 minute',
    max: (request) => (isDoor(request) ? perMinute.doors : perMinute.everything),
    keyGenerator: (request) => `${sourceOf(request.ip)} ${isDoor(request) ? 'door' : 'all'}`,
    errorResponseBuilder: (_request, context) =>
      new AppError('rate_limited', { retryAfter: Math.ceil(context.ttl / 1000) }),
    addHeaders: {
      'x-ratelimit-limit': false,
      'x-ratelimit-remaining': false,
      'x-ratelimit-reset': false,
      'retry-after': true,
    },
  })
  app.addHook('onRequest', app.rateLimit())
}

const minutes = 60
const hours = 60 * minutes

/** What is counted, exactly and over all processes: how often within how many seconds (promises.md G1, G2, G11). */
const allowances = {
  /** Passwords for one account from one source that is no device of the account's. */
  passwordsFromSource: { points: 10, seconds: 15 * minutes },
  /** Passwords for one account from all such sources. */
  passwordsForAccount: { points: 100, seconds: 24 * hours },
  /** Passwords for one account from one of its devices: nobody elsewhere uses these up. */
  passwordsFromDevice: { points: 10, seconds: 15 * minutes },
  /** Sign-ins that failed from one source, whatever the account. */
  failuresFromSource: { points: 50, seconds: 15 * minutes },
  /** Once a window the trail says that somebody tries passwords on many accounts. */
  sprayingNoticed: { points: 1, seconds: 15 * minutes },
  /** What one person is refused in one practice, and that the trail says so, once a window. */
  refusalsOfPerson: { points: 20, seconds: 15 * minutes },
  refusalsNoticed: { points: 1, seconds: 15 * minutes },
  /** What one person asks for that is not in the practice: a page of old links has some too. */
  missesOfPerson: { points: 60, seconds: 15 * minutes },
  missesNoticed: { points: 1, seconds: 15 * minutes },
  /** Codes of the authenticator app and recovery codes for one account, wherever they are asked for. */
  codes: { points: 5, seconds: 10 * minutes },
  /** Passwords to prove again who is at the keyboard, of one account. */
  proofs: { points: 10, seconds: 15 * minutes },
  mailsToAddress: { points: 3, seconds: hours },
  mailsFromSource: { points: 20, seconds: hours },
  /** Links of mails that were opened from one source, good ones or not. */
  linksFromSource: { points: 60, seconds: 15 * minutes },
  contactFromSource: { points: 5, seconds: hours },
  invitationsFromSource: { points: 60, seconds: 15 * minutes },
  /** Searches for other users by one user. */
  userSearches: { points: 60, seconds: 5 * minutes },
  /** Mails that invite one person, by whoever. */
  invitationsOfPerson: { points: 10, seconds: 24 * hours },
  /** Mails that invite, by one user. */
  invitationMails: { points: 200, seconds: 24 * hours },
  /** Confirmations of appointments that one user sends by hand, and those about one appointment. */
  confirmationsByHand: { points: 200, seconds: 24 * hours },
  confirmationsOfAppointment: { points: 5, seconds: 24 * hours },
  /** Calendar addresses from one source that are nobody's. Good ones do not count: one calendar service reads for many. */
  unknownFeedsFromSource: { points: 60, seconds: 15 * minutes },
  /** Readings of one calendar address; programs read every five minutes at most. */
  feedReadings: { points: 60, seconds: hours },
  /** Calls of one key of a practice. */
  callsOfKey: { points: 300, seconds: 60 },
  /** Papers that one user issues. */
  papersIssued: { points: 120, seconds: hours },
  /** Key files that one user has read. */
  keyFilesRead: { points: 20, seconds: hours },
  /** Numbers of papers from one source that are none. Good ones do not count. */
  unknownPapersFromSource: { points: 60, seconds: 15 * minutes },
  /** Papers and seals that are looked up from one source, good ones too: files are read again for each. */
  verificationsFromSource: { points: 120, seconds: 15 * minutes },
  /** Exports of the audit trail by one user. */
  trailExports: { points: 5, seconds: hours },
  /** Codes of copies that were tried from one source, right ones too. */
  copyCodesFromSource: { points: 30, seconds: hours },
  /** Copies of files that one user has made. */
  copiesMade: { points: 30, seconds: hours },
  /** Requests for copies of entries by one user. */
  entriesAsked: { points: 20, seconds: 24 * hours },
  /** Files that one user has handed over, and those that were opened for one. */
  handOversMade: { points: 30, seconds: hours },
  handOversOpened: { points: 60, seconds: hours },
  /** Archives of everything that one practice has. */
  practiceExports: { points: 1, seconds: 24 * hours },
  /** Exports of receipts by one user. */
  receiptExports: { points: 30, seconds: hours },
} as const

export type AllowanceName = keyof typeof allowances

/** One point of an allowance for one account, source or device; who or what it is rests only as a keyed digest. */
export type Spending = readonly [allowance: AllowanceName, of: string]

export interface Overspent {
  readonly allowance: AllowanceName
  /** Seconds until there are points again. */
  readonly retryAfter: number
}

/** Counters in PostgreSQL. Counting is atomic: of attempts at the same time no more pass than the allowance has points. */
export interface RateLimits {
  /** Takes a point of each. When one has none left it is answered, and the others keep theirs. */
  spend(...spendings: readonly Spending[]): Promise<Overspent | null>
  /** The same; refuses with rate_limited when one has none left. */
  take(...spendings: readonly Spending[]): Promise<void>
  /** Gives points back: the attempt was a good one. */
  giveBack(...spendings: readonly Spending[]): Promise<void>
  /** Begins anew. */
  forget(...spendings: readonly Spending[]): Promise<void>
}

/** Where a call comes from: an IPv4 address, or the /64 network of an IPv6 one, which one subscriber has. */
export const sourceOf = (ip: string | null): string => {
  if (ip === null) return 'unknown'
  const address = ip.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/s, '')
  if (!isIPv6(address)) return address
  const [head = '', tail] = address.split('::')
  const groups = head === '' ? [] : head.split(':')
  const rest = tail === undefined || tail === '' ? [] : tail.split(':')
  const filled =
    tail === undefined ? groups : [...groups, ...Array(8 - groups.length - rest.length).fill('0'), ...rest]
  return filled
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}

export const overspent = ({ retryAfter }: Overspent): AppError => new AppError('rate_limited', { retryAfter })

/** Limits that count nothing, for automated tests and benchmarks. */
export const noRateLimits: RateLimits = {
  spend: async () => null,
  take: async () => undefined,
  giveBack: async () => undefined,
  forget: async () => undefined,
}

class PostgresRateLimits implements RateLimits {
  private readonly limiters: Readonly<Record<AllowanceName, RateLimiterPostgres>>
  private readonly key: Buffer

  constructor({ raw }: Pool, key: Buffer) {
    this.key = key
    const limiters = Object.entries(allowances).map(([name, { points, seconds }]) => [
      name,
      new RateLimiterPostgres({
        storeClient: raw,
        storeType: 'pool',
        tableName: 'rate_limits',
        tableCreated: true,
        clearExpiredByTimeout: false,
        keyPrefix: name,
        points,
        duration: seconds,
      }),
    ])
    this.limiters = Object.fromEntries(limiters) as Record<AllowanceName, RateLimiterPostgres>
  }

  async spend(...spendings: readonly Spending[]): Promise<Overspent | null> {
    for (const [index, spending] of spendings.entries()) {
      const refusal = await this.consume(spending)
      if (!refusal) continue
      await this.giveBack(...spendings.slice(0, index + 1))
      return refusal
    }
    return null
  }

  async take(...spendings: readonly Spending[]): Promise<void> {
    const refusal = await this.spend(...spendings)
    if (refusal) throw overspent(refusal)
  }

  async giveBack(...spendings: readonly Spending[]): Promise<void> {
    await Promise.all(spendings.map(([name, of]) => this.limiters[name].reward(this.digest(of), 1)))
  }

  async forget(...spendings: readonly Spending[]): Promise<void> {
    await Promise.all(spendings.map(([name, of]) => this.limiters[name].delete(this.digest(of))))
  }

  private async consume([name, of]: Spending): Promise<Overspent | null> {
    try {
      await this.limiters[name].consume(this.digest(of), 1)
      return null
    } catch (reason) {
      if (!(reason instanceof RateLimiterRes)) throw reason
      return { allowance: name, retryAfter: Math.max(1, Math.ceil(reason.msBeforeNext / 1000)) }
    }
  }

  private digest(of: string): string {
    return hmacSha256(this.key).update(of).digest('base64url')
  }
}

export const createRateLimits = (pool: Pool, key: Buffer): RateLimits => new PostgresRateLimits(pool, key)
