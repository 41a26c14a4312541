import { expect, it } from 'vitest'
import { openOwnDatabase } from '../../faults/own-database.ts'
import { ServerProcess } from '../../faults/server-process.ts'
import { createScratchDirectory } from '../../scratch-directory.ts'
import { askRaw, sendBytes } from '../scene/raw-request.ts'
import { hostileLines, isOneEvent } from './hostile-lines.ts'

it('E12 one event is one line on the output of a process: its own lines and the library’s, beside the sentence that it is ready', async () => {
  const database = await openOwnDatabase()
  const scratch = await createScratchDirectory()
  const server = new ServerProcess({
    DATA_DIR: scratch.directory,
    DATABASE_URL: database.url,
    LOG_LEVEL: 'trace',
  })
  try {
    await server.start()
    const { port: openPort } = new URL(server.baseUrl)
    for (const text of hostileLines) {
      await sendBytes(Number(openPort), `GET /api/${text} HTTP/1.1\r\n${text}\r\n\r\n`)
      await askRaw(Number(openPort), { path: `/api/patient/${encodeURIComponent(text)}` })
      await askRaw(Number(openPort), {
        method: 'POST',
        path: '/api/auth/login',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: text, password: text }),
      })
    }
    await server.end('SIGTERM')
  } finally {
    await server.end('SIGKILL')
    await scratch.remove()
    await database.drop()
  }
  const said = server.output.split('\n').filter((line) => line !== '')
  const sentences = said.filter((line) => !line.startsWith('{'))
  expect(
    sentences.filter((line) => !/^(Ulna is ready: http:|To restore a backup on the first visit)/.test(line)),
  ).toEqual([])
  expect(said.length - sentences.length).toBeGreaterThan(hostileLines.length * 2)
  expect(said.filter((line) => line.startsWith('{') && !isOneEvent(`${line}\n`))).toEqual([])
})
