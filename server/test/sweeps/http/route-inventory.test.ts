import type { EndpointShape } from '@ulna/contract/http/endpoint'
import type { HTTPMethods } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../build-test-app.ts'
import { callEndpoint, UploadBody } from '../../client.ts'
import { registerOwner, type TestPerson } from '../../factories/people.ts'
import { beyondToken, nameOf, sampleOf } from '../scene/endpoint-samples.ts'
import { mintToken } from '../scene/minted-session.ts'
import { type PracticeScene, stageScene } from '../scene/practice-scene.ts'
import { askRaw, listen, type RawAnswer } from '../scene/raw-request.ts'
import { routedPaths } from '../scene/routed-paths.ts'
import { auditTables, fingerprintOfDatabase } from '../scene/row-fingerprint.ts'
import { createWebDirectory, type WebDirectory } from '../scene/web-directory.ts'

let web: WebDirectory
let app: TestApp
let owner: TestPerson
let scene: PracticeScene
let port: number
let token: string

beforeAll(async () => {
  web = await createWebDirectory()
  app = await buildTestApp({ webDirectory: web.directory })
  owner = await registerOwner(app)
  scene = await stageScene(app, owner)
  port = await listen(app.server)
  token = await mintToken(app, owner)
})
afterAll(async () => {
  await app.close()
  await web.remove()
})

/** What the server answers besides the endpoints of the contract: nothing of it holds anybody's data. */
const besidesContract: Readonly<Record<string, string>> = {
  'GET /api/openapi.json': 'the contract itself',
  'GET /api/docs': 'the contract as a page',
  'GET /': 'the page of the web app',
  'GET /*': 'the page of the web app',
  'GET /.well-known/change-password': 'where the page with the password is',
  'GET /assets/*': 'files of the web app',
  'GET /favicon.svg': 'a file of the web app',
  'GET /manifest.webmanifest': 'a file of the web app',
  'GET /robots.txt': 'a file of the web app',
}

/** Calls of the contract that are made with a form as well; they are let in as the call itself is. */
const forms = (): string[] =>
  app.endpoints.flatMap(({ path, asForm }) => (asForm ? [`POST /api${path}${asForm}`] : []))

const endpointsByName = (): Set<string> =>
  new Set(app.endpoints.map(({ method, path }) => `${method} /api${path}`))

const declared = (): Set<string> => new Set([...endpointsByName(), ...forms()])

/** What is there for GET is there for HEAD. */
const withoutHead = (name: string): string => name.replace(/^HEAD /, 'GET ')

const ask = (method: string, url: string, headers: Record<string, string> = {}, payload?: object) =>
  app.server.inject({
    method: method as HTTPMethods,
    url,
    headers: { authorization: `Bearer ${token}`, ...headers },
    ...(payload ? { payload } : {}),
  })

describe('C11: every route of the router', () => {
  it('is an endpoint with a declared access, a refusal of the method, or on the list', async () => {
    const listed = declared()
    const unlisted: string[] = []
    for (const { method, path } of routedPaths(app.server)) {
      const name = `${method} ${path}`
      if (listed.has(withoutHead(name)) || withoutHead(name) in besidesContract) continue
      const { statusCode } = await ask(method, path.replaceAll(/:[A-Za-z]+/g, '1'))
      if (statusCode !== 405) unlisted.push(`${name} answered ${statusCode}`)
    }
    expect(unlisted).toEqual([])
  })

  it('is there for every endpoint of the contract', () => {
    const routed = new Set(routedPaths(app.server).map(({ method, path }) => `${method} ${path}`))
    expect([...declared()].filter((name) => !routed.has(name))).toEqual([])
  })

  it('has one endpoint a method and path', () => {
    expect(endpointsByName().size).toBe(app.endpoints.length)
  })
})

const urlOf = (endpoint: EndpointShape): string => {
  const { params = {} } = sampleOf(endpoint, scene)
  return `/api${endpoint.path.replaceAll(/:([A-Za-z]+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))}`
}

/** The methods that a path of the contract has, in any of its spellings with other names of parameters. */
const methodsOf = (path: string): string[] => {
  const shape = (one: string): string => one.replaceAll(/:[A-Za-z]+/g, ':')
  const methods = app.endpoints.filter((one) => shape(one.path) === shape(path)).map(({ method }) => method)
  const order = ['GET', 'POST', 'PUT', 'DELETE'].filter((method) => methods.some((one) => one === method))
  return order.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
}

const methodsBeyondTable = [
  'GET',
  'POST',
  'PUT',
  'DELETE',
  'PATCH',
  'HEAD',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'MKCOL',
  'COPY',
  'MOVE',
  'LOCK',
  'SEARCH',
  'REPORT',
] as const

describe('C11: other methods', () => {
  it('answer 404, or 405 with those that the path has', async () => {
    const paths = new Map(app.endpoints.map((endpoint) => [endpoint.path, urlOf(endpoint)]))
    for (const [path, url] of paths) {
      for (const method of methodsBeyondTable) {
        if (declared().has(withoutHead(`${method} /api${path}`))) continue
        const { statusCode, headers } = await ask(method, url)
        expect([404, 405], `${method} ${path}`).toContain(statusCode)
        if (statusCode === 405) expect(headers.allow, `${method} ${path}`).toBe(methodsOf(path).join(', '))
      }
    }
  })

  const overrides = ['x-http-method-override', 'x-http-method', 'x-method-override', '_method'] as const

  it('cannot be asked for in a header or in the query', async () => {
    const before = await fingerprintOfDatabase(app, auditTables)
    const url = `/api/patient/${scene.emptyPatientId}`
    for (const name of overrides) {
      expect((await ask('GET', url, { [name]: 'DELETE' })).statusCode, name).toBe(200)
      expect((await ask('POST', url, { [name]: 'DELETE' })).statusCode, name).toBe(405)
      expect((await ask('GET', `${url}?${name}=DELETE`)).statusCode, name).toBe(200)
      expect((await ask('POST', `${url}?${name}=PUT`, {}, { firstName: 'X' })).statusCode, name).toBe(405)
    }
    expect(await fingerprintOfDatabase(app, auditTables)).toEqual(before)
  })
})

/** Ways to write a path that another server might take for the same one. */
const spellings: Readonly<Record<string, (url: string) => string>> = {
  'two slashes at the end': (url) => `${url}//`,
  'upper case': (url) => url.toUpperCase(),
  'upper case prefix': (url) => url.replace('/api', '/API'),
  'double slash in front': (url) => `/${url}`,
  'double slash inside': (url) => url.replace(/^\/api\//, '/api//'),
  'encoded slash': (url) => url.replace(/^\/api\//, '/api%2F'),
  'encoded slash at the end': (url) => `${url}%2F`,
  backslash: (url) => url.replace(/^\/api\//, '/api\\'),
  '.json': (url) => `${url}.json`,
  semicolon: (url) => `${url};x=1`,
  'dot segment': (url) => url.replace('/api/', '/api/./'),
  'encoded dot segment': (url) => url.replace('/api/', '/api/%2e/'),
  'parent segment': (url) => url.replace('/api/', '/api/x/../'),
  'prefix twice': (url) => `/api${url}`,
  'without prefix': (url) => url.replace('/api', ''),
}

/** Paths that end in free text: another ending is another text to search for. */
const endsInText = new Set(['GET /patient/findByName/:name'])
const endings = new Set(['encoded slash at the end', '.json', 'semicolon'])

/** The path of an endpoint in another spelling; null where the spelling changes nothing, or only a text. */
const respelled = (endpoint: EndpointShape, name: string): string | null => {
  const url = urlOf(endpoint)
  const path = spellings[name]?.(url) ?? url
  if (path === url || (endings.has(name) && endsInText.has(nameOf(endpoint)))) return null
  return path
}

const askSpelled = (endpoint: EndpointShape, path: string): Promise<RawAnswer> => {
  const { body } = sampleOf(endpoint, scene)
  const authorization = `Bearer ${token}`
  if (!body) return askRaw(port, { method: endpoint.method, path, headers: { authorization } })
  const [type, text] =
    body instanceof UploadBody
      ? [body.contentType, body.bytes.toString('latin1')]
      : ['application/json', JSON.stringify(body)]
  const headers = { authorization, 'content-type': type }
  return askRaw(port, { method: endpoint.method, path, headers, body: text })
}

describe('C11: other spellings of a path', () => {
  it.each(Object.keys(spellings))('lead to no endpoint: %s', async (name) => {
    const before = await fingerprintOfDatabase(app, auditTables)
    for (const endpoint of app.endpoints) {
      const path = respelled(endpoint, name)
      if (path === null) continue
      const answer = await askSpelled(endpoint, path)
      const refused = [400, 404, 405].includes(answer.status)
      expect(refused, `${endpoint.method} ${path} answered ${answer.status} ${answer.body}`).toBe(true)
      expect(answer.body).not.toContain(scene.canary)
    }
    expect(await fingerprintOfDatabase(app, auditTables)).toEqual(before)
  })
})

describe('C11: reading', () => {
  it('changes no row but those of the audit trail', async () => {
    const before = await fingerprintOfDatabase(app, auditTables)
    for (const endpoint of app.endpoints.filter(({ method }) => method === 'GET')) {
      const answer = await callEndpoint(app, endpoint, {
        ...sampleOf(endpoint, scene),
        token: await mintToken(app, owner),
      })
      // A link that leads nowhere is not found.
      const expected = nameOf(endpoint) in beyondToken ? [200, 401, 404] : [200, 401]
      expect(expected, nameOf(endpoint)).toContain(answer.status)
    }
    for (const url of ['/', '/app/patient', '/api/docs', '/api/openapi.json', '/assets/app.js'])
      expect((await ask('GET', url)).statusCode).toBe(200)
    expect(await fingerprintOfDatabase(app, auditTables)).toEqual(before)
  })
})
