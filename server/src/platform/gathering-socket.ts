import { Socket } from 'node:net'

/** From now on, what is written in one turn of the event loop goes out together at its end. */
const gather = (socket: Socket): void => {
  const write = socket.write.bind(socket)
  let gathering = false
  const send = (): void => {
    gathering = false
    socket.uncork()
  }
  socket.write = (...given: unknown[]): boolean => {
    if (!gathering) {
      gathering = true
      socket.cork()
      setImmediate(send)
    }
    return write(...(given as Parameters<Socket['write']>))
  }
}

/**
 * A socket that sends what was written in one turn of the event loop in one piece. Statements that do not wait for
 * each other travel together: one system call here and one wake-up of the database instead of one each.
 */
export const gatheringSocket = (): Socket => {
  const socket = new Socket()
  // Not before: connecting puts the prototype's `write` back.
  socket.once('connect', () => gather(socket))
  return socket
}
