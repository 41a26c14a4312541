// What photos of twelve megapixels do to everybody else while they are made ready: `npm run bench -- photo`.
import { registerOwner, signIn } from './practice.ts'
import { onUlna, type ServerProcess } from './processes.ts'
import { publish } from './publish.ts'
import { readWhile, seedPatients } from './readers.ts'
import { markdown, middle } from './report.ts'
import { pause, post, takePhoto, uploadPhoto } from './uploads.ts'

const rounds = 5
const photosARound = 4
const quietMs = 4000
const target = 2

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
  const middles: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const quiet = await readWhile(url, token, pause(quietMs))
    const times: number[] = []
    const uploading = (async () => {
      for (let count = 0; count < photosARound; count += 1) times.push(await uploadPhoto(bench, photo))
    })()
    const busy = await readWhile(url, token, uploading)
    slowdowns.push(busy / quiet)
    middles.push(middle(times))
    console.log(
      `reads p95 ${quiet.toFixed(1)} ms, while photos are made ready ${busy.toFixed(1)} ms, ${(busy / quiet).toFixed(2)} times; ` +
        `a photo takes ${middle(times).toFixed(0)} ms`,
    )
  }
  const slowdown = middle(slowdowns)
  const table = markdown(
    ['what', 'measured', 'target'],
    [
      [
        `a photo of ${(photo.length / 1e6).toFixed(1)} MB, from its upload until it is ready`,
        `${middle(middles).toFixed(0)} ms`,
        '',
      ],
      ['p95 of others’ reads meanwhile, over p95 without', slowdown.toFixed(2), `≤ ${target}`],
    ],
  )
  await publish('npm run bench -- photo', table)
  return slowdown <= target
}

process.exit((await onUlna('photo', measureAll)) ? 0 : 1)
