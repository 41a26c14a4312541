import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { patternOf } from './access-log.ts'

/** One figure, or some by what they are of. */
type Figures = number | Readonly<Record<string, number | undefined>> | undefined

/** A figure that is looked up whenever somebody asks; undefined where it cannot be had at that moment. */
export interface WatchedFigure {
  /** As Prometheus names them, without `ulna_`: with the unit behind, `_total` for what only grows. */
  readonly name: string
  readonly help: string
  read(): Promise<Figures> | Figures
}

/** Seconds. */
const buckets = [0.01, 0.03, 0.1, 0.3, 1, 3, 10]

const gaugeOf = ({ name, help, read }: WatchedFigure, registers: Registry[]): Gauge =>
  new Gauge({
    ...{ name: `ulna_${name}`, help, registers, labelNames: ['of'] },
    async collect() {
      const found = await read()
      // Only now, so that whoever asks at the same time finds the figures of before or these.
      this.reset()
      if (typeof found === 'number') this.set(found)
      else
        for (const [of, figure] of Object.entries(found ?? {}))
          if (figure !== undefined) this.set({ of }, figure)
    },
  })

/**
 * What a process tells Prometheus (https://prometheus.io/docs/instrumenting/exposition_formats/). Labels are patterns of routes, methods, statuses
 * and words of our own: nothing that belongs to a person or a practice.
 */
export class Metrics {
  readonly #registry = new Registry()
  readonly #answers: Histogram<'method' | 'route' | 'status'>
  readonly #faults: Counter<'route'>

  constructor(version: string, figures: readonly WatchedFigure[]) {
    const registers = [this.#registry]
    collectDefaultMetrics({ register: this.#registry })
    new Gauge({
      ...{ name: 'ulna_version_info', help: 'Version that runs', labelNames: ['version'], registers },
    }).set({ version }, 1)
    this.#answers = new Histogram({
      ...{ name: 'ulna_http_answer_seconds', help: 'How long answers took', buckets, registers },
      labelNames: ['method', 'route', 'status'],
    })
    this.#faults = new Counter({
      ...{
        name: 'ulna_http_faults_total',
        help: 'Answers of 500 and above',
        registers,
        labelNames: ['route'],
      },
    })
    for (const figure of figures) gaugeOf(figure, registers)
  }

  /** Counts what a server answers. Streams, which end when somebody closes a page, are left out. */
  watch(server: FastifyInstance): void {
    server.addHook('onResponse', (request, reply, done) => {
      const [route, { goesOn }] = [patternOf(request), request.routeOptions.config as { goesOn?: boolean }]
      const { method } = request
      const status = String(reply.statusCode)
      if (!goesOn) this.#answers.observe({ method, route, status }, reply.elapsedTime / 1000)
      if (reply.statusCode >= 500) this.#faults.inc({ route })
      done()
    })
  }

  /** What is told, and as what type. */
  async text(): Promise<{ readonly type: string; readonly text: string }> {
    return { type: this.#registry.contentType, text: await this.#registry.metrics() }
  }
}
