import { mkdir, writeFile } from 'node:fs/promises'
import { cpus, totalmem } from 'node:os'
import path from 'node:path'
import type { Figures } from './measure.ts'

/** Who is measured beside each other: ours, the floor and the leaner one. */
export type Measured = 'ulna' | 'floor' | 'lean'

/** One case at one number of connections. */
export interface Comparison {
  readonly name: string
  readonly connections: number
  readonly target: number | null
  readonly figures: Readonly<Record<Measured, Figures>>
  /** Requests/s over those of another: the middle one of the rounds. */
  readonly ratios: Readonly<Record<'floor' | 'lean', number>>
  readonly bodyBytes: Readonly<Record<Measured, number>>
}

export const middle = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b)
  const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
  const lower = sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN
  return (upper + lower) / 2
}

/** Each figure on its own: the middle one of the rounds. */
export const middleFigures = (rounds: readonly Figures[]): Figures => {
  const of = (key: keyof Figures): number => middle(rounds.map((round) => round[key]))
  return {
    requestsPerSecond: of('requestsPerSecond'),
    p50: of('p50'),
    p99: of('p99'),
    serverCpu: of('serverCpu'),
    databaseCpu: of('databaseCpu'),
    memory: of('memory'),
  }
}

const shown = (value: number): string => {
  if (value >= 100) return String(Math.round(value))
  return value.toFixed(value >= 10 ? 1 : 2)
}

const verdict = ({ ratios, target, connections }: Comparison): string => {
  if (target === null || connections !== 8) return ''
  return ratios.floor >= target ? `✓ ≥ ${target}` : `✗ < ${target}`
}

const columns = [
  'case',
  'conn.',
  'server',
  'requests/s',
  'p50 ms',
  'p99 ms',
  'body bytes',
  'CPU ms',
  'db CPU ms',
  'MiB',
  'ratio',
  'target',
] as const

const rowsOf = (comparison: Comparison): string[][] =>
  (['ulna', 'floor', 'lean'] as const).map((server) => {
    const { requestsPerSecond, p50, p99, serverCpu, databaseCpu, memory } = comparison.figures[server]
    const ours = server === 'ulna'
    return [
      ours ? comparison.name : '',
      ours ? String(comparison.connections) : '',
      server,
      shown(requestsPerSecond),
      shown(p50),
      shown(p99),
      String(comparison.bodyBytes[server]),
      serverCpu.toFixed(3),
      databaseCpu.toFixed(3),
      String(Math.round(memory)),
      ours ? '' : comparison.ratios[server].toFixed(2),
      server === 'floor' ? verdict(comparison) : '',
    ]
  })

/** A Markdown table: readable in a terminal, and ready for docs/benchmarks.md. */
export const markdown = (head: readonly string[], body: readonly (readonly string[])[]): string => {
  const widths = head.map((name, index) =>
    Math.max(...[head, ...body].map((row) => row[index]?.length ?? name.length)),
  )
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join(' | ')} |`
  return [line(head), `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...body.map(line)].join(
    '\n',
  )
}

export const tableOf = (comparisons: readonly Comparison[]): string =>
  markdown(columns, comparisons.flatMap(rowsOf))

/** Writes everything that was measured to `bench/results/<time>.json` and answers the file's name. */
export const keepResults = async (
  directory: string,
  comparisons: readonly Comparison[],
  settings: Readonly<Record<string, unknown>>,
): Promise<string> => {
  await mkdir(directory, { recursive: true })
  const at = new Date().toISOString()
  const file = path.join(directory, `${at.replaceAll(':', '-').slice(0, 19)}.json`)
  const machine = {
    processors: cpus().length,
    model: cpus()[0]?.model,
    memory: totalmem(),
    node: process.version,
  }
  await writeFile(file, `${JSON.stringify({ at, machine, settings, comparisons }, null, 2)}\n`)
  return file
}
