import { readdirSync, readFileSync } from 'node:fs'

/** Linux counts processor time in hundredths of a second. */
const ticksPerSecond = 100

const statOf = (pid: number): string[] => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name of the program may hold spaces; what follows its bracket does not.
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return []
  }
}

const sumOf = (ticks: readonly string[]): number =>
  (ticks.reduce((sum, one) => sum + Number(one), 0) * 1000) / ticksPerSecond

/** Processor time of the process itself: user and system (proc(5), fields 14 and 15). */
const milliseconds = (stat: readonly string[]): number => sumOf(stat.slice(11, 13))

/** Processor time of its children that have ended (fields 16 and 17). */
const endedChildren = (stat: readonly string[]): number => sumOf(stat.slice(13, 15))

/** Processor time of a process since it started, in ms. */
export const processorTime = (pid: number): number => milliseconds(statOf(pid))

/** Processor time of all processes of a PostgreSQL server since it started, in ms. */
export const databaseTime = (postmaster: number): number =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => statOf(Number(name)))
    .filter((stat) => Number(stat[1]) === postmaster)
    .reduce((sum, stat) => sum + milliseconds(stat), endedChildren(statOf(postmaster)))

/** Resident memory of a process in MiB. */
export const residentMemory = (pid: number): number => {
  const match = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Math.round(Number(match?.[1] ?? 0) / 1024)
}

/** A process and all that it began, but for one of them and what that began. */
const treeOf = (root: number, without?: number): number[] => {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => [Number(name), Number(statOf(Number(name))[1])] as const)
  const below = (pid: number): number[] => [
    pid,
    ...parents
      .filter(([child, parent]) => parent === pid && child !== without)
      .flatMap(([child]) => below(child)),
  ]
  return below(root)
}

/** Processor time of a process and all that it began since it started, in ms, without that of `without`. */
export const treeTime = (root: number, without?: number): number =>
  treeOf(root, without)
    .map(statOf)
    .reduce((sum, stat) => sum + milliseconds(stat) + endedChildren(stat), 0)

/** Its part of what processes share counts for each of them once: what a process has of its own and its share, in kB. */
const proportionalMemory = (pid: number): number => {
  try {
    const match = /^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))
    return Number(match?.[1] ?? 0)
  } catch {
    // It has ended meanwhile.
    return 0
  }
}

/** Memory of a process and all that it began in MiB, without `without`; what they share counts once. */
export const treeMemory = (root: number, without?: number): number =>
  Math.round(treeOf(root, without).reduce((sum, pid) => sum + proportionalMemory(pid), 0) / 1024)
