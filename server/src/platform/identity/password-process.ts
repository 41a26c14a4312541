// Hashes passwords in a process of its own, at a lower priority than the server's: see password-hashing.ts.
import { hash, verify } from '@node-rs/argon2'
import type { HashReply, HashRequest } from './password-hashing.ts'

const send = (reply: HashReply): void => {
  process.send?.(reply)
}

const answer = async ({ id, password, stored, cost }: HashRequest): Promise<void> => {
  try {
    send({ id, result: stored === null ? await hash(password, cost) : await verify(stored, password) })
  } catch (error) {
    send({ id, error: error instanceof Error ? error.message : String(error) })
  }
}

// One after the other: the next question lies here already when an answer is found.
let last = Promise.resolve()
process.on('message', (question: HashRequest) => {
  last = last.then(() => answer(question))
})
// The server has ended, however it ended.
process.on('disconnect', () => process.exit())
