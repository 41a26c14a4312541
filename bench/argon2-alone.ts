// Verifies one password again and again on all cores, and nothing else: what sign-in is held against.
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'

const [memoryCost, timeCost, parallelism, seconds] = process.argv.slice(2).map(Number) as [
  number,
  number,
  number,
  number,
]
const password = 'cuatro gatos en el tejado'
const stored = await hash(password, { memoryCost, timeCost, parallelism })
const end = performance.now() + seconds * 1000
let verified = 0
const work = async (): Promise<void> => {
  while (performance.now() < end) {
    await verify(stored, password)
    verified += 1
  }
}
const startedAt = performance.now()
await Promise.all(Array.from({ length: availableParallelism() }, work))
console.log(verified / ((performance.now() - startedAt) / 1000))
