import type { Upload, UploadedFile } from '@ulna/contract/files/files'
import { describe, expect, it } from 'vitest'
import { createUploader, type UploadState, type UploadTransport } from './uploader.ts'

const lost = new Error('the line is gone')
const refused = new Error('refused')
const gone = new Error('gone')
const incomplete = new Error('incomplete')

/** A server in memory: keeps which parts arrived, and fails as often as it is told. */
const createServer = (size: number, partSize: number) => {
  const received = new Set<number>()
  const puts: number[] = []
  let faults: Error[] = []
  let known = true
  let starts = 0
  let aborts = 0
  let endings: (Error | undefined)[] = []
  const now = (): Upload => ({
    id: 7,
    recordId: 1,
    fileName: 'rodilla.jpg',
    contentType: 'image/jpeg',
    size,
    partSize,
    received: [...received],
    direct: null,
    expiresAt: '2026-11-23T09:00:00Z',
  })
  const failing = (): void => {
    const fault = faults.shift()
    if (fault) throw fault
  }
  const transport: UploadTransport = {
    start: async () => {
      starts += 1
      known = true
      received.clear()
      return now()
    },
    read: async () => {
      if (!known) throw gone
      return now()
    },
    put: async (_upload, { part }, onProgress) => {
      puts.push(part)
      onProgress(1)
      failing()
      received.add(part)
    },
    complete: async () => {
      known = false
      const fault = endings.shift()
      if (fault === incomplete) {
        known = true
        received.delete(2)
      }
      if (fault) throw fault
      return { id: 70 } as UploadedFile
    },
    abort: async () => {
      aborts += 1
    },
    isTemporary: (error) => error === lost,
    isGone: (error) => error === gone,
    isIncomplete: (error) => error === incomplete,
  }
  return {
    transport,
    puts,
    received,
    fail: (...next: Error[]) => {
      faults = next
    },
    failAtEnd: (...next: Error[]) => {
      endings = next
    },
    forget: () => {
      known = false
    },
    counts: () => ({ starts, aborts }),
  }
}

const uploadAll = (
  server: ReturnType<typeof createServer>,
  uploadId?: number,
): Promise<{ last: UploadState; states: UploadState[]; waits: number[] }> =>
  new Promise((resolve) => {
    const states: UploadState[] = []
    const waits: number[] = []
    createUploader({
      transport: server.transport,
      uploadId,
      wait: async (milliseconds) => {
        waits.push(milliseconds)
      },
      onState: (state) => {
        states.push(state)
        if (state.phase === 'done' || state.phase === 'failed') resolve({ last: state, states, waits })
      },
    }).resume()
  })

describe('an upload', () => {
  it('sends every part once and ends with the file', async () => {
    const server = createServer(25, 10)
    const { last } = await uploadAll(server)
    expect(server.puts).toEqual([1, 2, 3])
    expect(last).toMatchObject({ phase: 'done', sent: 25, uploaded: { id: 70 } })
  })

  it('goes on by itself after the line was gone, and does not send again what had arrived', async () => {
    const server = createServer(25, 10)
    server.fail(lost, lost)
    const { states, waits } = await uploadAll(server)
    expect(waits).toEqual([1000, 2000])
    expect(server.puts).toEqual([1, 1, 1, 2, 3])
    expect(states.some(({ phase }) => phase === 'waiting')).toBe(true)
    expect(server.counts().starts).toBe(1)
  })

  it('asks what arrived when it takes up an upload again', async () => {
    const server = createServer(25, 10)
    server.received.add(1).add(3)
    const { last } = await uploadAll(server, 7)
    expect(server.puts).toEqual([2])
    expect(last.phase).toBe('done')
    expect(server.counts().starts).toBe(0)
  })

  it('begins anew when the server no longer knows it', async () => {
    const server = createServer(25, 10)
    server.received.add(1)
    server.forget()
    const { last } = await uploadAll(server, 7)
    expect(server.puts).toEqual([1, 2, 3])
    expect(last.phase).toBe('done')
  })

  it('is not sent again when only the answer to its end was lost', async () => {
    const server = createServer(25, 10)
    server.failAtEnd(lost)
    const { last } = await uploadAll(server)
    expect(server.puts).toEqual([1, 2, 3])
    expect(server.counts().starts).toBe(1)
    expect(last).toMatchObject({ phase: 'done', uploaded: { id: 70 } })
  })

  it('sends what the server says is missing at the end', async () => {
    const server = createServer(25, 10)
    server.failAtEnd(incomplete)
    const { last } = await uploadAll(server)
    expect(server.puts).toEqual([1, 2, 3, 2])
    expect(last.phase).toBe('done')
  })

  it('does not try again what was refused, and says why', async () => {
    const server = createServer(25, 10)
    server.fail(refused)
    const { last, waits } = await uploadAll(server)
    expect(last).toMatchObject({ phase: 'failed', error: refused })
    expect(waits).toEqual([])
  })

  it('sends nothing while it is paused, and goes on where it was', async () => {
    const server = createServer(25, 10)
    const phases: string[] = []
    const finished = new Promise<void>((resolve) => {
      const uploader = createUploader({
        transport: server.transport,
        wait: async () => undefined,
        onState: ({ phase, sent }) => {
          phases.push(phase)
          if (phase === 'sending' && sent === 10 && !phases.includes('paused')) {
            uploader.pause()
            setTimeout(() => {
              phases.push(`after ${server.received.size}`)
              uploader.resume()
            }, 20)
          }
          if (phase === 'done') resolve()
        },
      })
      uploader.resume()
    })
    await finished
    expect(phases).toContain('paused')
    expect(server.received.size).toBe(3)
    expect(server.counts().starts).toBe(1)
  })

  it('is given up here and on the server', async () => {
    const server = createServer(25, 10)
    const uploader = createUploader({
      transport: server.transport,
      uploadId: 7,
      wait: async () => undefined,
      onState: () => undefined,
    })
    await uploader.cancel()
    expect(server.counts().aborts).toBe(1)
    expect(server.puts).toEqual([])
  })
})
