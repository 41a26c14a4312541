import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { treeMemory, treeTime } from '../process-usage.ts'
import { postmasterOf, type ServerProcess } from '../processes.ts'
import type { Order, Outcome } from './generator.ts'

export interface Machine {
  readonly ulna: ServerProcess
  readonly dataDirectory: string
}

export const parts = ['server', 'database', 'generator'] as const
type Part = (typeof parts)[number]

/** Percent of a core while it counted, and the most MiB. */
export interface Usage {
  readonly cpu: number
  readonly memory: number
}

export interface Run {
  readonly outcome: Outcome
  readonly minutes: number
  readonly usage: Readonly<Record<Part, Usage>>
}

const lookEvery = 5000

/** What all that takes part spends from now on. */
const watchUsage = ({ ulna, dataDirectory }: Machine, generator: number) => {
  const postmaster = postmasterOf(dataDirectory)
  const roots = { server: [ulna.pid, postmaster], database: [postmaster], generator: [generator] } as const
  const began = performance.now()
  const look = (part: Part) => {
    const [root, without] = roots[part]
    return { time: treeTime(root, without), memory: treeMemory(root, without) }
  }
  const first = { server: look('server'), database: look('database'), generator: look('generator') }
  const most = { server: 0, database: 0, generator: 0 }
  const see = (): void => {
    for (const part of parts) most[part] = Math.max(most[part], look(part).memory)
  }
  const timer = setInterval(see, lookEvery)
  return (): Run['usage'] => {
    clearInterval(timer)
    see()
    const passed = performance.now() - began
    const usageOf = (part: Part): Usage => ({
      cpu: (100 * (look(part).time - first[part].time)) / passed,
      memory: most[part],
    })
    return { server: usageOf('server'), database: usageOf('database'), generator: usageOf('generator') }
  }
}

const messagesOf = async (child: ChildProcess, take: (message: 'counting' | 'counted' | Outcome) => void) => {
  child.on('message', take)
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`the generator ended with ${code}`)
}

/** Has a process of its own send a day's steps, and looks what everybody spends meanwhile. */
export const driveRun = async (machine: Machine, order: Order): Promise<Run> => {
  const child = fork(fileURLToPath(new URL('generator.ts', import.meta.url)), {
    execArgv: ['--import', 'tsx'],
    serialization: 'advanced',
  })
  let stopWatching: (() => Run['usage']) | undefined
  let usage: Run['usage'] | undefined
  let outcome: Outcome | undefined
  const ended = messagesOf(child, (message) => {
    if (message === 'counting') stopWatching = watchUsage(machine, child.pid ?? 0)
    else if (message === 'counted') usage = stopWatching?.()
    else outcome = message
  })
  child.send(order)
  await ended
  if (!outcome || !usage) throw new Error('the generator told nothing')
  return { outcome, usage, minutes: order.plan.minutes }
}
