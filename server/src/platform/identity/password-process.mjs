// Hashes passwords in a process of its own, at a lower priority than the server's: see password-hashing.ts.
import { hash, verify } from '@node-rs/argon2'

const answer = async ({ id, password, stored, cost }) => {
  try {
    const result = stored === null ? await hash(password, cost) : await verify(stored, password)
    process.send({ id, result })
  } catch (error) {
    process.send({ id, error: error instanceof Error ? error.message : String(error) })
  }
}

// One after the other: the next question lies here already when an answer is found.
let last = Promise.resolve()
process.on('message', (question) => {
  last = last.then(() => answer(question))
})
// The server has ended, however it ended.
process.on('disconnect', () => process.exit())
