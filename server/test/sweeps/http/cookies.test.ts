import { accountEndpoints } from '@ulna/contract/accounts/accounts'
import { describe, expect, it } from 'vitest'
import { deviceCookie, refreshCookie } from '../../../src/platform/http/cookies.ts'
import { callEndpoint } from '../../client.ts'
import { signIn, type TestPerson } from '../../factories/people.ts'
import { dealt, sizes } from '../../faults/sizes.ts'
import { testPractice } from '../../test-practice.ts'
import { beyondToken, inCallOrder, nameOf, sampleOf } from '../scene/endpoint-samples.ts'
import { mintToken } from '../scene/minted-session.ts'
import { stageScene } from '../scene/practice-scene.ts'

const { app, owner } = await testPractice({ alone: true })
const scene = await stageScene(app, owner)

/** The session, and the browser somebody signed in from before. */
const secretCookies = [refreshCookie, deviceCookie]

const setCookies = (headers: Readonly<Record<string, unknown>>): string[] =>
  [headers['set-cookie'] ?? []].flat().map(String)

const pairOf = (cookie: string): readonly [name: string, value: string] => {
  const [pair = ''] = cookie.split(';')
  return [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]
}

const attributesOf = (cookie: string): string[] =>
  cookie
    .split(';')
    .slice(1)
    .map((one) => one.trim().toLowerCase())

const refreshPair = (cookies: readonly string[]): string =>
  cookies.map((one) => one.split(';')[0] ?? '').find((one) => one.startsWith(`${refreshCookie}=`)) ?? ''

describe('G9: cookies', () => {
  it('are set by the doors alone; one that holds a secret is bound to the host and out of reach of scripts', async () => {
    const setters = new Set<string>()
    for (const endpoint of inCallOrder(app.endpoints).filter((one) => !(nameOf(one) in beyondToken))) {
      const answer = await callEndpoint(app, endpoint, {
        ...sampleOf(endpoint, scene),
        token: await mintToken(app, owner),
      })
      for (const cookie of setCookies(answer.headers)) {
        setters.add(nameOf(endpoint))
        const [name, value] = pairOf(cookie)
        expect(attributesOf(cookie), cookie).toEqual(
          expect.arrayContaining(['path=/', 'secure', 'samesite=lax']),
        )
        expect(
          attributesOf(cookie).some((one) => one.startsWith('domain')),
          cookie,
        ).toBe(false)
        if (value.length > 1)
          expect([secretCookies.includes(name), attributesOf(cookie).includes('httponly')]).toEqual([
            true,
            true,
          ])
      }
    }
    expect([...setters].sort()).toEqual(['POST /auth/login', 'POST /auth/logout', 'POST /auth/register'])
  })

  it('end with the browser unless the person asked to be remembered', async () => {
    const brief = await signIn(app, owner.username)
    const long = await signIn(app, owner.username, true)
    const ofSession = ({ cookies }: TestPerson): string[] =>
      cookies.filter((one) => !one.startsWith(deviceCookie))
    expect(ofSession(brief).some((one) => /max-age|expires/i.test(one))).toBe(false)
    expect(ofSession(long).every((one) => /max-age=2592000/i.test(one))).toBe(true)
  })

  it('open no route but the one that renews the session', async () => {
    const { cookies } = await signIn(app, owner.username)
    const cookie = cookies.map((one) => one.split(';')[0]).join('; ')
    const closed = app.endpoints.filter(({ access }) => access !== 'public')
    for (const endpoint of dealt(closed, sizes.share.visits)) {
      const answer = await callEndpoint(app, endpoint, { ...sampleOf(endpoint, scene), headers: { cookie } })
      expect([nameOf(endpoint), answer.status]).toEqual([nameOf(endpoint), 401])
    }
  })

  it('carry a token that no answer, redirect or other cookie repeats, and that changes with every use', async () => {
    const { cookies } = await signIn(app, owner.username)
    const first = refreshPair(cookies)
    const renewed = await callEndpoint(app, accountEndpoints.refresh, { headers: { cookie: first } })
    expect(renewed.status).toBe(200)
    const second = refreshPair(setCookies(renewed.headers))
    expect(second).not.toBe(first)
    for (const pair of [first, second]) expect(renewed.text).not.toContain(pairOf(pair)[1])
    expect(renewed.headers.location).toBeUndefined()
    const { token } = renewed.metadata as { token: string }
    expect(setCookies(renewed.headers).join()).not.toContain(token)
  })

  it('are taken away when the session ends, and are worth nothing afterwards', async () => {
    const person = await signIn(app, owner.username)
    const ended = await callEndpoint(app, accountEndpoints.logout, { token: person.token })
    for (const cookie of setCookies(ended.headers)) {
      expect(pairOf(cookie)[1]).toBe('')
      expect(attributesOf(cookie)).toContain('max-age=0')
    }
    const again = await callEndpoint(app, accountEndpoints.refresh, {
      headers: { cookie: refreshPair(person.cookies) },
    })
    expect([again.status, setCookies(again.headers)]).toEqual([401, []])
  })
})
