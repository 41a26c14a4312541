// What the PDF of a file of twenty pages with ten photos takes, and what it does to everybody else meanwhile:
// `npm run bench -- paper`.
import { readdir, readFile } from 'node:fs/promises'
import { registerOwner, signIn } from './practice.ts'
import { onUlna, type ServerProcess } from './processes.ts'
import { publish } from './publish.ts'
import { readWhile, seedPatients } from './readers.ts'
import { markdown, middle } from './report.ts'
import { type Bench, pause, post, takePhoto, uploadPhoto } from './uploads.ts'

const rounds = 5
const papersARound = 3
const quietMs = 4000
const photos = 10
const followUps = 24
const targets = { milliseconds: 1500, slowdown: 2 } as const

const sentence = 'Refiere menos dolor al elevar el brazo por encima de la cabeza y duerme de corrido. '

/** About half a page each. */
const writeFollowUps = async (bench: Bench): Promise<void> => {
  const record = (subtype: string, recordClassId: string, data: object) =>
    post<{ id: number }>(bench, '/record', {
      ownerId: bench.patientId,
      type: 'control',
      subtype,
      recordClassId,
      data,
    })
  const diagnosis = await record('case', 'case_default', { name: 'Manguito rotador' })
  for (let count = 0; count < followUps; count += 1)
    await record('follow_up', 'followup_default', { case: diagnosis.id, patientObs: sentence.repeat(20) })
}

const stageFile = async (url: string, token: string): Promise<Bench> => {
  const nobody = { url, token, patientId: 0 }
  const { id: patientId } = await post<{ id: number }>(nobody, '/patient', {
    firstName: 'Mariana',
    lastName: 'Gómez Lara',
  })
  const bench = { url, token, patientId }
  await writeFollowUps(bench)
  const photo = await takePhoto()
  for (let count = 0; count < photos; count += 1) await uploadPhoto(bench, photo, 'exam')
  return bench
}

/** MiB that the process which makes a paper has taken at most; 0 while none is there. */
const peakOfChildren = async (parent: number): Promise<number> => {
  const peaks = [0]
  for (const pid of await readdir('/proc')) {
    const status = /^\d+$/.test(pid) ? await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '') : ''
    const own = status.includes(`\nPPid:\t${parent}\n`) && status.startsWith('Name:\tnode')
    const [, peak = '0'] = (own && /VmHWM:\s+(\d+)/.exec(status)) || []
    peaks.push(Number(peak) / 1024)
  }
  return Math.max(...peaks)
}

interface Made {
  readonly milliseconds: number
  readonly pages: number
}

const makePaper = async (bench: Bench): Promise<Made> => {
  const startedAt = performance.now()
  const { pages } = await post<{ pages: number }>(bench, `/paper/patient/${bench.patientId}`, {
    scope: 'file',
  })
  return { milliseconds: performance.now() - startedAt, pages }
}

const watchPeak = async (pid: number, during: Promise<unknown>): Promise<number> => {
  let going = true
  const stop = during.finally(() => {
    going = false
  })
  let peak = 0
  while (going) {
    peak = Math.max(peak, await peakOfChildren(pid))
    await pause(50)
  }
  await stop
  return peak
}

const measureAll = async (ulna: ServerProcess): Promise<boolean> => {
  await registerOwner(ulna.url)
  const { token } = await signIn(ulna.url)
  await seedPatients(ulna.url, token)
  const bench = await stageFile(ulna.url, token)
  // The first one makes the key of the practice too.
  const first = await makePaper(bench)
  const alone: number[] = []
  for (let count = 0; count < rounds; count += 1) alone.push((await makePaper(bench)).milliseconds)
  const peak = await watchPeak(ulna.pid, makePaper(bench))
  console.log(
    `${first.pages} pages with ${photos} photos: ${middle(alone).toFixed(0)} ms, ${peak.toFixed(0)} MiB at most`,
  )
  const slowdowns: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const quiet = await readWhile(ulna.url, token, pause(quietMs))
    const making = (async () => {
      for (let count = 0; count < papersARound; count += 1) await makePaper(bench)
    })()
    const busy = await readWhile(ulna.url, token, making)
    slowdowns.push(busy / quiet)
    console.log(`reads p95 ${quiet.toFixed(1)} ms, while papers are made ${busy.toFixed(1)} ms`)
  }
  const slowdown = middle(slowdowns)
  const table = markdown(
    ['what', 'measured', 'target'],
    [
      [
        `a PDF of ${first.pages} pages with ${photos} photos`,
        `${middle(alone).toFixed(0)} ms`,
        `≤ ${targets.milliseconds} ms`,
      ],
      ['memory of the process that makes it, at most', `${peak.toFixed(0)} MiB`, ''],
      ['p95 of others’ reads meanwhile, over p95 without', slowdown.toFixed(2), `≤ ${targets.slowdown}`],
    ],
  )
  await publish('npm run bench -- paper', table)
  return middle(alone) <= targets.milliseconds && slowdown <= targets.slowdown
}

process.exit((await onUlna('paper', measureAll)) ? 0 : 1)
