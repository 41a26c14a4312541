// Callers who send the worst bodies, one after the other and as fast as they are taken, until they are told to stop:
// a process of its own for `npm run bench -- flood`. Arguments: address of the server, number of callers, token or none.
import { type ClientRequest, request } from 'node:http'
import { type Attack, pictureBody, worstBodies } from './flood-bodies.ts'

const [url = '', callers = '8', token] = process.argv.slice(2)

const attacks: readonly Attack[] =
  token === undefined
    ? worstBodies()
    : [{ name: 'a picture', method: 'PUT', path: '/api/patient/1', body: pictureBody() }]

const counts: Record<string, number> = {}

/** Ends when the server has answered or has ended the connection. */
const send = ({ name, method, path, body, chunked }: Attack): Promise<void> =>
  new Promise((resolve) => {
    const call: ClientRequest = request(`${url}${path}`, {
      method,
      agent: false,
      headers: {
        'content-type': path.includes('/part/') ? 'application/octet-stream' : 'application/json',
        ...(chunked ? { 'transfer-encoding': 'chunked' } : { 'content-length': String(body.length) }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
    })
    const count = (outcome: string): void => {
      const key = `${name}: ${outcome}`
      counts[key] = (counts[key] ?? 0) + 1
    }
    call.once('response', (answer) => {
      count(String(answer.statusCode))
      answer.resume()
      answer.once('close', resolve)
    })
    call.once('error', () => count('connection ended'))
    call.once('close', resolve)
    call.end(body)
  })

let going = true
process.once('message', () => {
  going = false
})

const flood = async (first: number): Promise<void> => {
  for (let turn = first; going; turn += 1) {
    const attack = attacks[turn % attacks.length]
    if (attack) await send(attack)
  }
}

await Promise.all(Array.from({ length: Number(callers) }, (_, caller) => flood(caller)))
process.send?.(counts)
process.disconnect()
