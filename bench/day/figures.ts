import { markdown } from '../report.ts'
import { steps } from './calls.ts'
import { parts, type Run } from './drive.ts'

export interface Summary {
  readonly calls: number
  readonly p50: number
  readonly p95: number
  readonly p99: number
  readonly worst: number
  readonly failures: number
}

const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

export const summaryOf = (latencies: readonly number[], failures: number): Summary => {
  const sorted = latencies.toSorted((one, other) => one - other)
  return {
    calls: sorted.length,
    p50: at(sorted, 0.5),
    p95: at(sorted, 0.95),
    p99: at(sorted, 0.99),
    worst: sorted.at(-1) ?? Number.NaN,
    failures,
  }
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0)

/** All calls of these runs together. */
export const inAll = (runs: readonly Run[]): Summary =>
  summaryOf(
    runs.flatMap(({ outcome }) => Object.values(outcome.latencies).flat()),
    sumOf(runs.flatMap(({ outcome }) => Object.values(outcome.failures))),
  )

export interface Target {
  /** Milliseconds. */
  readonly p95: number
  /** Share of calls that may fail; 0: none. */
  readonly failures: number
}

export const isHeld = (run: Run, { p95, failures }: Target): boolean => {
  const all = inAll([run])
  const failed = all.failures / all.calls
  return all.calls > 0 && all.p95 <= p95 && (failures === 0 ? failed === 0 : failed < failures)
}

const ms = (value: number): string => {
  if (Number.isNaN(value)) return '–'
  return value.toFixed(value >= 100 ? 0 : 1)
}

const rowOf = (name: string, { calls, p50, p95, p99, worst, failures }: Summary): string[] => [
  name,
  String(calls),
  ...[p50, p95, p99, worst].map(ms),
  String(failures),
]

/** Of each kind of step, all runs together, and of all calls. */
const stepTable = (runs: readonly Run[]): string => {
  const ofStep = (step: (typeof steps)[number]): Summary =>
    summaryOf(
      runs.flatMap(({ outcome }) => outcome.latencies[step] ?? []),
      sumOf(runs.map(({ outcome }) => outcome.failures[step] ?? 0)),
    )
  const rows = steps.map((step) => rowOf(step, ofStep(step)))
  return markdown(
    ['step', 'calls', 'p50 ms', 'p95 ms', 'p99 ms', 'worst ms', 'failures'],
    [...rows.filter(([, calls]) => calls !== '0'), rowOf('**all**', inAll(runs))],
  )
}

const runRow = (run: Run, index: number, target: Target): string[] => {
  const all = inAll([run])
  const lag = summaryOf(run.outcome.lags, 0)
  return [
    String(index + 1),
    (all.calls / (run.minutes * 60)).toFixed(1),
    ms(all.p95),
    `${((100 * all.failures) / all.calls).toFixed(3)} %`,
    ...parts.map((part) => `${run.usage[part].cpu.toFixed(0)} %, ${run.usage[part].memory}`),
    `${ms(lag.p99)}, ${ms(lag.worst)}`,
    `${isHeld(run, target) ? '✓' : '✗'} ≤ ${target.p95} ms, ${target.failures === 0 ? 'none fails' : `< ${target.failures * 100} % fail`}`,
  ]
}

/** One row a run: what it did, and what it cost. */
const runTable = (runs: readonly Run[], target: Target): string =>
  markdown(
    [
      'run',
      'calls/s',
      'p95 ms',
      'failed',
      'server: % of a core, MiB',
      'PostgreSQL',
      'generator',
      'sent late: p99, worst ms',
      'target',
    ],
    runs.map((run, index) => runRow(run, index, target)),
  )

export const tablesOf = (runs: readonly Run[], target: Target): string =>
  `${runTable(runs, target)}\n\n${stepTable(runs)}`
