import type { IncomingMessage } from 'node:http'

/** Bytes of a body nobody wants any more that are read all the same, so that its connection lives on. */
const most = 256 * 1024

/** Bytes that a request says will come; undefined when it does not say. */
export const announcedBytes = ({ headers }: IncomingMessage): number | undefined => {
  if (headers['transfer-encoding'] !== undefined) return undefined
  return Number(headers['content-length'] ?? 0)
}

/** Whether so much of a body is still to come that whoever is refused had better hear that the connection ends. */
export const isTooMuchUnread = (request: IncomingMessage): boolean =>
  !request.complete && (announcedBytes(request) ?? 0) > most

/** What goes on coming after the answer is thrown away, so much of it; then the connection ends. */
export const throwAwayRest = (request: IncomingMessage): void => {
  if (request.complete || request.destroyed) return
  let left = most
  request.on('data', (piece: Buffer) => {
    left -= piece.length
    if (left < 0) request.socket.destroy()
  })
  request.read()
}
