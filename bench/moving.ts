// A practice moves in: 50,000 patients and 200,000 visits as CSV, while somebody in another practice asks for the list of
// its patients every 60 ms: `npm run bench -- moving`. `--patients=5000 --visits=20000` is quicker.
import { parseArgs } from 'node:util'
import { askServer } from './ask-server.ts'
import { residentMemory } from './process-usage.ts'
import { onUlna, type ServerProcess } from './processes.ts'
import { publish } from './publish.ts'
import { markdown } from './report.ts'
import { pause } from './uploads.ts'

const { values: options } = parseArgs({
  options: { patients: { type: 'string', default: '50000' }, visits: { type: 'string', default: '200000' } },
})
const patients = Number(options.patients)
const visits = Number(options.visits)
const targets = { seconds: 180, megabytes: 300, slowdown: 2 } as const
const practitioners = 10

interface Batch {
  readonly id: number
  readonly state: string
  readonly created: number
  readonly counts: Readonly<Record<string, number>> | null
  readonly failure: unknown
}

const register = async (url: string, name: string): Promise<string> => {
  const { text } = await askServer(url, {
    method: 'POST',
    path: '/api/auth/register',
    body: JSON.stringify({
      email: `${name}@bench.test`,
      password: 'cuatro gatos en el tejado',
      firstName: 'Laura',
      lastName: 'Restrepo',
      practiceName: 'Fisioterapia El Prado',
      timezone: 'Europe/Madrid',
    }),
  })
  return (JSON.parse(text) as { metadata: { token: string } }).metadata.token
}

const two = (number: number): string => String(number).padStart(2, '0')

const patientLine = (index: number): string =>
  `${index};Nombre ${index % 997};Apellido ${index % 7919} Segundo${index};${two((index % 28) + 1)}/${two((index % 12) + 1)}/${1930 + (index % 80)};;600${String(index).padStart(6, '0')};p${index}@example.com;Calle ${index % 300};0800${index % 10};Prefiere tardes`

/** Ten practitioners who left, eight visits a day each, years back; one in a hundred stands over another. */
const visitLine = (index: number): string => {
  const slot = Math.floor(index / practitioners)
  const day = new Date(Date.now() - (2 + Math.floor(slot / 8)) * 86_400_000)
  const hour = 9 + (slot % 8)
  const minutes = index % 100 === 0 ? 90 : 60
  const date = `${two(day.getUTCDate())}/${two(day.getUTCMonth() + 1)}/${day.getUTCFullYear()}`
  const status = index % 20 === 0 ? 'Cancelada' : 'Atendida'
  return `c${index};${(index * 7919) % patients};${date};${two(hour)}:00;${minutes};Fisio ${index % practitioners};${status};Sesión de fisioterapia`
}

const fileOf = (header: string, count: number, line: (index: number) => string): string =>
  [header, ...Array.from({ length: count }, (_, index) => line(index))].join('\r\n')

/** What somebody of a practice asks. */
class Caller {
  readonly #url: string
  readonly #token: string

  constructor(url: string, token: string) {
    this.#url = url
    this.#token = token
  }

  async ask<T>(method: 'GET' | 'POST' | 'PUT', path: string, body?: string, type?: string): Promise<T> {
    const headers = { authorization: `Bearer ${this.#token}`, ...(type ? { 'content-type': type } : {}) }
    const answer = await fetch(`${this.#url}/api${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text.slice(0, 300)}`)
    return (JSON.parse(text) as { payload: T }).payload
  }

  start(kind: string, file: string): Promise<Batch> {
    return this.ask('POST', `/import?fileName=${kind}.csv&kind=${kind}`, file, 'application/octet-stream')
  }

  /** Seconds until a step of an import has come to its end. */
  async step(id: number, step: 'trial' | 'run', until: string): Promise<number> {
    const startedAt = performance.now()
    await this.ask('POST', `/import/${id}/${step}`, '{}')
    for (;;) {
      const all = await this.ask<Batch[]>('GET', '/import?limit=5')
      const now = all.find((one) => one.id === id)
      if (now?.state === until) return (performance.now() - startedAt) / 1000
      if (now?.state === 'failed') throw new Error(JSON.stringify(now.failure))
      await pause(200)
    }
  }
}

const p95Of = (latencies: readonly number[]): number =>
  latencies.toSorted((one, other) => one - other)[Math.floor(latencies.length * 0.95)] ?? Number.NaN

/** The slowest twentieth of what another practice waits for its list, in ms. */
class Neighbour {
  readonly #caller: Caller
  readonly #meanwhile: number[] = []
  readonly #latencies: number[] = []
  #going = true

  constructor(caller: Caller) {
    this.#caller = caller
    // What went wrong with the import is said, not that nobody answers any more behind it.
    this.#read().catch((error: unknown) => console.error('the neighbour stopped asking:', error))
  }

  async #read(): Promise<void> {
    while (this.#going) {
      const startedAt = performance.now()
      await this.#caller.ask('GET', '/patient?limit=120')
      this.#latencies.push(performance.now() - startedAt)
      await pause(60)
    }
  }

  /** Since it was asked last. */
  p95(): number {
    return p95Of(this.#latencies.splice(0))
  }

  /** Since it was asked last, which belongs to the import. */
  p95OfStep(): number {
    this.#meanwhile.push(...this.#latencies)
    return this.p95()
  }

  /** In all steps of the import together. */
  p95OfImport(): number {
    return p95Of(this.#meanwhile)
  }

  end(): void {
    this.#going = false
  }
}

const peakOf = (ulna: ServerProcess) => {
  let most = residentMemory(ulna.pid)
  const watch = setInterval(() => {
    most = Math.max(most, residentMemory(ulna.pid))
  }, 200)
  return { most: () => most, end: () => clearInterval(watch) }
}

const seconds = (value: number): string => `${value.toFixed(1)} s`
const ms = (value: number): string => `${value.toFixed(1)} ms`

const measure = async (ulna: ServerProcess): Promise<string> => {
  const mover = new Caller(ulna.url, await register(ulna.url, 'mover'))
  const other = new Caller(ulna.url, await register(ulna.url, 'other'))
  for (let index = 0; index < 120; index += 1)
    await other.ask(
      'POST',
      '/patient',
      JSON.stringify({ firstName: `Paciente ${index}`, lastName: 'Prueba' }),
    )
  const neighbour = new Neighbour(other)
  await pause(10_000)
  const quiet = neighbour.p95()
  const before = residentMemory(ulna.pid)
  const memory = peakOf(ulna)
  const rows: string[][] = []
  let total = 0
  for (const [kind, file] of [
    [
      'patients',
      fileOf(
        'Código;Nombre;Apellidos;F. Nacimiento;DNI;Móvil;Correo;Dirección;CP;Notas',
        patients,
        patientLine,
      ),
    ],
    [
      'appointments',
      fileOf('ID cita;Código paciente;Fecha;Hora;Duración;Profesional;Estado;Motivo', visits, visitLine),
    ],
  ] as const) {
    const { id } = await mover.start(kind, file)
    if (kind === 'appointments') {
      const values = Array.from({ length: practitioners }, (_, index) => ({
        ...{ field: 'practitioner', text: `Fisio ${index}`, target: 'gone' },
      }))
      await mover.ask('PUT', `/import/${id}`, JSON.stringify({ values }))
    }
    neighbour.p95()
    const trial = await mover.step(id, 'trial', 'examined')
    const inTrial = neighbour.p95OfStep()
    const run = await mover.step(id, 'run', 'done')
    const inRun = neighbour.p95OfStep()
    const { created, counts } = await mover.ask<Batch>('GET', `/import/${id}`)
    total += trial + run
    rows.push([
      `${kind}: ${created} of ${counts?.rows}`,
      `${seconds(trial)} + ${seconds(run)}`,
      `${ms(inTrial)}, ${ms(inRun)}`,
    ])
    console.log(rows.at(-1)?.join(' | '))
  }
  neighbour.end()
  memory.end()
  const grown = memory.most() - before
  return markdown(
    ['what', 'trial + run', 'p95 of the list for another practice: trial, run'],
    [
      ...rows,
      [
        'both',
        `${seconds(total)} (target ≤ ${targets.seconds} s)`,
        `${ms(neighbour.p95OfImport())}, before: ${ms(quiet)} (target ≤ ${targets.slowdown} ×)`,
      ],
      ['memory of the server beyond what it had', `${grown} MB (target ≤ ${targets.megabytes} MB)`, ''],
    ],
  )
}

await publish('moving', await onUlna('moving', measure))
