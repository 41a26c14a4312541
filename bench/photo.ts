// What photos of twelve megapixels do to everybody else while they are made ready: `npm run bench -- photo`.
import { chmod, mkdir, rm } from 'node:fs/promises'
import { registerOwner, signIn } from './practice.ts'
import { buildServer, type ServerProcess, startUlna } from './processes.ts'
import { readWhile, seedPatients } from './readers.ts'
import { middle } from './report.ts'
import { pause, post, takePhoto, uploadPhoto } from './uploads.ts'

const rounds = 5
const photosARound = 4
const quietMs = 4000
const target = 2
const dataDirectory = `/tmp/ulna-bench-photo-${process.pid}`

const measureAll = async (ulna: ServerProcess): Promise<boolean> => {
  await registerOwner(ulna.url)
  const { token } = await signIn(ulna.url)
  await seedPatients(ulna.url, token)
  const { url } = ulna
  const person = { firstName: 'Mariana', lastName: 'Gómez Lara' }
  const { id: patientId } = await post<{ id: number }>({ url, token, patientId: 0 }, '/patient', person)
  const bench = { url, token, patientId }
  const photo = await takePhoto()
  console.log(`a photo of 4000 × 3000, ${(photo.length / 1e6).toFixed(1)} MB`)
  await uploadPhoto(bench, photo)
  const slowdowns: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const quiet = await readWhile(url, token, pause(quietMs))
    const times: number[] = []
    const uploading = (async () => {
      for (let count = 0; count < photosARound; count += 1) times.push(await uploadPhoto(bench, photo))
    })()
    const busy = await readWhile(url, token, uploading)
    slowdowns.push(busy / quiet)
    console.log(
      `reads p95 ${quiet.toFixed(1)} ms, while photos are made ready ${busy.toFixed(1)} ms, ${(busy / quiet).toFixed(2)} times; ` +
        `a photo takes ${middle(times).toFixed(0)} ms`,
    )
  }
  const slowdown = middle(slowdowns)
  console.log(`\np95 of others ${slowdown.toFixed(2)} times (target ≤ ${target})`)
  return slowdown <= target
}

const run = async (): Promise<boolean> => {
  await buildServer()
  await mkdir(dataDirectory, { recursive: true })
  await chmod(dataDirectory, 0o755)
  const ulna = await startUlna(dataDirectory)
  try {
    return await measureAll(ulna)
  } finally {
    await ulna.stop()
    await rm(dataDirectory, { recursive: true, force: true })
  }
}

process.exit((await run()) ? 0 : 1)
