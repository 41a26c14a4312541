import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { expect, it } from 'vitest'
import { LargeBodies } from './large-bodies.ts'

/** An answer that is still to be given; `close` says that it is gone. */
const newAnswer = (): ServerResponse =>
  Object.assign(new EventEmitter(), { closed: false }) as unknown as ServerResponse

it('large bodies of one person wait for each other, thirty at most, and for nobody else’s', async () => {
  const bodies = new LargeBodies(1)
  const first = newAnswer()
  await bodies.enter(7, first)
  const waiting = Array.from({ length: 30 }, () => bodies.enter(7, newAnswer()))
  await expect(bodies.enter(7, newAnswer())).rejects.toMatchObject({ key: 'rate_limited' })
  await bodies.enter(8, newAnswer())
  first.emit('close')
  await waiting[0]
})
