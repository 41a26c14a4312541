import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildChanged } from '../build.mjs'
import { Program } from '../deploying/program.mjs'
import { SecondComputer } from '../deploying/second-computer.mjs'
import { root } from '../run-command.mjs'
import { installPackages } from '../testing/system-packages.mjs'

const scanner = '/usr/bin/wapiti'
const patience = 2 * 3_600_000
/** Everything it knows but what needs a server of its own in the internet (ssrf, xxe) and guesses of names (buster, nikto). */
const modules = [
  ...['backup', 'blindsql', 'cookieflags', 'crlf', 'csp', 'csrf', 'exec', 'file', 'htaccess'],
  ...['http_headers', 'methods', 'permanentxss', 'redirect', 'shellshock', 'sql', 'xss'],
]
/** From this level on somebody has to explain it; 1 is the lowest of its three. */
const gravest = 2

let directory
let server
let appUrl

beforeAll(async () => {
  if (!existsSync(scanner) && !(await installPackages({ debian: ['wapiti'], brew: [] })))
    throw new Error('wapiti is not on this machine and could not be installed.')
  await buildChanged()
  directory = await mkdtemp(path.join(os.tmpdir(), 'ulna-scan-'))
  await chmod(directory, 0o755)
  server = new Program(process.execPath, [path.join(root, 'server/dist/main.js')], {
    ...{ NODE_ENV: 'production', DATA_DIR: directory, HOST: '127.0.0.1', PORT: '0', RATE_LIMITS: 'off' },
  })
  const [, url] = await server.said(/Ulna is ready: (http:\S+)/)
  appUrl = url.replace('localhost', '127.0.0.1')
}, patience)

afterAll(async () => {
  await server?.end()
  await rm(directory, { recursive: true, force: true })
}, patience)

/** Somebody with a patient and a key that reads everything a key reads. */
const signUp = async () => {
  const computer = new SecondComputer({ appUrl, address: '127.0.0.1' })
  const { payload: own } = await computer.signUp()
  const post = async (target, body) => (await computer.ask(target, { method: 'POST', body })).payload
  const patient = await post('/api/patient', { firstName: 'Marta', lastName: 'Rossi' })
  const scopes = ['patients', 'agenda', 'records', 'files', 'packages', 'receipts', 'audit']
  const { secret } = await post('/api/practice/key', { name: 'Scanner', scopes, lifetime: 30 })
  return { secret, practice: own.practice.id, doctor: own.doctor.id, patient: patient.id }
}

/** What stands for a parameter of the document of the API. */
const sampleFor = ({ name, schema = {} }, { practice, doctor, patient }) => {
  if (/practice/i.test(name)) return practice
  if (/doctor/i.test(name)) return doctor
  if (schema.enum) return schema.enum[0]
  if (/from|start|day|date/i.test(name)) return '2026-11-23'
  if (/to|end/i.test(name) && schema.type === 'string') return '2026-11-30'
  return schema.type === 'integer' || /id$/i.test(name) ? patient : 'mar'
}

/** Every address that the document of the API has for reading, with all its parameters; not the stream, which has no end. */
const addresses = async (known) => {
  const document = await (await fetch(`${appUrl}/api/openapi.json`)).json()
  return Object.entries(document.paths).flatMap(([route, { get }]) => {
    if (!get || route.endsWith('/events')) return []
    const parameters = get.parameters ?? []
    const of = (place) => parameters.filter((parameter) => parameter.in === place)
    const filled = of('path').reduce(
      (text, parameter) =>
        text.replace(`{${parameter.name}}`, encodeURIComponent(sampleFor(parameter, known))),
      route,
    )
    const query = new URLSearchParams(of('query').map((one) => [one.name, String(sampleFor(one, known))]))
    return [`${appUrl}${filled}${query.size > 0 ? `?${query}` : ''}`]
  })
}

it(
  'I12 a scanner that reads everything a key reads finds nothing of medium gravity or more, and the server lives',
  async () => {
    const known = await signUp()
    const headers = { authorization: `Bearer ${known.secret}` }
    expect((await fetch(`${appUrl}/api/patient/${known.patient}`, { headers })).status).toBe(200)
    const starts = await addresses(known)
    expect(starts.length).toBeGreaterThan(100)
    const report = path.join(directory, 'scan.json')
    const { status, stdout } = spawnSync(
      scanner,
      [
        ...['--url', `${appUrl}/`, ...starts.flatMap((address) => ['--start', address]), '--scope', 'domain'],
        ...['--depth', '1', '--header', `Authorization: Bearer ${known.secret}`, '--module', modules.join()],
        ...['--format', 'json', '--output', report, '--flush-session', '--no-bugreport'],
        ...['--store-session', directory, '--store-config', directory],
      ],
      { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
    )
    expect([status, stdout.includes(`Wapiti found`)]).toEqual([0, true])
    const { vulnerabilities, anomalies, infos } = JSON.parse(await readFile(report, 'utf8'))
    const found = Object.entries({ ...vulnerabilities, ...anomalies }).flatMap(([kind, all]) =>
      all.map(({ level, method, path: where, parameter }) => ({ kind, level, method, where, parameter })),
    )
    console.log(
      JSON.stringify({
        id: 'I12',
        addresses: starts.length,
        found: found.length,
        seen: infos.crawled_pages_nbr,
      }),
    )
    expect(found.filter(({ level }) => level >= gravest)).toEqual([])
    expect((await fetch(`${appUrl}/api/health/ready`)).status).toBe(200)
    expect(server.output).not.toMatch(/"level":[56]0/)
  },
  patience,
)
