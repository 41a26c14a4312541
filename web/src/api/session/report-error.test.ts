import { readFileSync } from 'node:fs'
import { type ErrorKey, errorCatalogue, wireKey } from '@ulna/contract/errors'
import { describe, expect, it } from 'vitest'
import { errorGroups } from '../../i18n/text-groups.ts'
import { ApiError, ConnectionError } from '../http/api-error.ts'
import type { NewMessage } from '../http/messages.ts'
import { createErrorReporter, isMissingSignature, reactionTo } from './report-error.ts'
import { accessObstacles } from './session.ts'

const refusal = (status: number, message: string, params?: Record<string, string>): ApiError =>
  new ApiError(status, [{ code: '0000', message, ...(params ? { params } : {}) }])

const error = (key: string, params?: NewMessage['params']) => ({
  kind: 'message',
  message: { kind: 'error', key, params },
})

describe('what an error asks of the app', () => {
  it('marks the session as expired on 401, without a message', () => {
    expect(reactionTo(refusal(401, 'token_expired'))).toEqual({ kind: 'session-expired' })
    expect(reactionTo(refusal(401, 'unauthorized'))).toEqual({ kind: 'session-expired' })
  })

  it.each(['reauth_required', 'second_factor_required'])('does not take %s for an ended session', (key) => {
    expect(reactionTo(refusal(401, key))).toMatchObject(error(key, {}))
  })

  it('says how many minutes to wait after too many attempts', () => {
    const limited = (retryAfter: number | null) =>
      new ApiError(429, [{ code: '0429', message: 'rate_limited' }], {}, retryAfter)
    expect(reactionTo(limited(241))).toEqual(error('rate_limited_wait', { count: 5 }))
    expect(reactionTo(limited(3))).toEqual(error('rate_limited_wait', { count: 1 }))
    expect(reactionTo(limited(null))).toMatchObject(error('rate_limited', {}))
  })

  it('forces the choice of a practice on practice_required', () => {
    expect(reactionTo(refusal(403, 'practice_required'))).toEqual({ kind: 'choose-practice' })
  })

  it('tells of a failure of the server with the number that its log has', () => {
    expect(reactionTo(refusal(500, 'general_error', { reference: '7f3a9c21' }))).toEqual(
      error('general_error', { reference: '7f3a9c21' }),
    )
  })

  it('notices that the session works in another practice than the page shows', () => {
    const moved = new ApiError(403, [{ code: '0002', message: 'practice_required', params: { chosen: 7 } }])
    expect(reactionTo(moved)).toEqual({ kind: 'practice-moved', practiceId: 7 })
  })

  it.each(accessObstacles)('covers the app when a rule of the practice says %s', (obstacle) => {
    expect(reactionTo(refusal(403, obstacle))).toEqual({ kind: 'access-rejected', obstacle })
  })

  it('says forbidden on 403 and on other failures like 401', () => {
    expect(reactionTo(refusal(403, 'forbidden'))).toEqual(error('information.forbidden'))
    expect(reactionTo(refusal(403, 'unauthorized'))).toEqual(error('information.forbidden'))
    expect(reactionTo(new ApiError(403, []))).toEqual(error('information.forbidden'))
  })

  it('shows the text of a message that the server provides', () => {
    expect(reactionTo(refusal(409, 'already_exists'))).toMatchObject(error('already_exists', {}))
    expect(reactionTo(refusal(403, 'patient_locked'))).toMatchObject(error('patient_locked', {}))
    expect(reactionTo(refusal(409, 'appointment_overlap', { at: '10:30' }))).toMatchObject(
      error('appointment_overlap', { at: '10:30' }),
    )
  })

  it('uses only the first entry', () => {
    const several = new ApiError(400, [
      { code: '0002', message: 'invalid_request', field: 'email' },
      { code: '0011', message: 'already_exists' },
    ])
    expect(reactionTo(several)).toMatchObject({
      message: { key: 'invalid_request', params: { field: 'email' } },
    })
  })

  it('shows a general error with its text when the server says nothing', () => {
    expect(reactionTo(new ApiError(502, []))).toEqual(error('generalError', { error: 'HTTP 502' }))
  })

  it('shows the own text of an error that is no answer', () => {
    expect(reactionTo(new Error('Quota exceeded'))).toEqual(error('Quota exceeded'))
    expect(reactionTo(new ConnectionError(new TypeError('fetch failed')))).toEqual(error('connection_lost'))
  })

  it('says nothing about what was aborted on purpose', () => {
    expect(reactionTo(new DOMException('aborted', 'AbortError'))).toEqual({ kind: 'nothing' })
  })

  it('takes a signature that does not exist for no error', () => {
    expect(isMissingSignature(refusal(404, 'not_found'))).toBe(true)
    expect(isMissingSignature(refusal(403, 'forbidden'))).toBe(false)
  })
})

describe('classification', () => {
  it('tells missing, forbidden and duplicate apart', () => {
    expect(refusal(404, 'file_not_found').isMissing).toBe(true)
    expect(refusal(400, 'not_found').isMissing).toBe(true)
    expect(refusal(403, 'patient_locked').isForbidden).toBe(true)
    expect(refusal(409, 'already_exists').isDuplicate).toBe(true)
    expect(refusal(409, 'version_conflict').isDuplicate).toBe(false)
  })
})

describe('carrying it out', () => {
  it('reaches exactly one outlet', () => {
    const calls: string[] = []
    const report = createErrorReporter({
      expireSession: () => calls.push('expired'),
      requirePractice: () => calls.push('practice'),
      movePractice: (id) => calls.push(`moved to ${id}`),
      rejectAccess: (obstacle) => calls.push(obstacle),
      queue: (message) => calls.push(message.key),
    })
    report(refusal(401, 'session_invalid'))
    report(refusal(403, 'practice_required'))
    report(new ApiError(403, [{ code: '0002', message: 'practice_required', params: { chosen: 7 } }]))
    report(refusal(403, 'ip_rejected'))
    report(refusal(404, 'not_found'))
    report(new DOMException('aborted', 'AbortError'))
    expect(calls).toEqual(['expired', 'practice', 'moved to 7', 'ip_rejected', 'not_found'])
  })
})

describe('every key of the catalogue (specification §8)', () => {
  const keys = Object.keys(errorCatalogue) as ErrorKey[]
  const textsIn = (language: string): Record<string, unknown> =>
    Object.assign(
      {},
      ...errorGroups.map((group) =>
        JSON.parse(
          readFileSync(new URL(`../../../../locales/${language}/${group}.json`, import.meta.url), 'utf8'),
        ),
      ),
    ) as Record<string, unknown>

  it.each(['es', 'en', 'it'])('has words in %s', (language) => {
    const texts = textsIn(language)
    const asked = (key: ErrorKey): unknown => texts[key] ?? texts[`${key}_other`]
    expect(keys.filter((key) => typeof asked(key) !== 'string' || asked(key) === '')).toEqual([])
  })

  /** Keys that do more than say their words. */
  const reactions: Partial<Record<ErrorKey, string>> = {
    invalid_token: 'session-expired',
    unauthorized: 'session-expired',
    session_invalid: 'session-expired',
    token_expired: 'session-expired',
    // Programs alone are told it: a page has a session and no key.
    key_ended: 'session-expired',
    practice_required: 'choose-practice',
    ip_rejected: 'access-rejected',
    schedule_rejected: 'access-rejected',
    practice_domain_rejected: 'access-rejected',
  }
  const answerOf = (key: ErrorKey): ApiError =>
    new ApiError(errorCatalogue[key].status, [{ code: errorCatalogue[key].code, message: wireKey(key) }])

  it.each(keys)('%s has its reaction on screen', (key) => {
    const reaction = reactionTo(answerOf(key))
    expect(reaction.kind).toBe(reactions[key] ?? 'message')
    if (reaction.kind !== 'message') return
    const said = key === 'forbidden' ? 'information.forbidden' : key
    expect(reaction.message).toMatchObject({ kind: 'error', key: said })
  })
})
