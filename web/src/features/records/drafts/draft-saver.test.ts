import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { FormValues } from '../../../blocks/record-form/form/form-values.ts'
import { createDraftSaver, type SaveOutcome, type Sending, saveDelay, slowAfter } from './draft-saver.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** A server that keeps what it is sent and answers as the test says. */
const keepingServer = () => {
  const server = {
    kept: [] as FormValues[],
    revisions: [] as (number | undefined)[],
    copies: [] as FormValues[],
    sendings: [] as Sending[],
    answer: 'saved' as 'saved' | 'unreachable' | 'refused' | 'elsewhere',
    latency: 10,
    send: async (values: FormValues, sending: Sending): Promise<SaveOutcome> => {
      server.sendings.push(sending)
      await new Promise((resolve) => setTimeout(resolve, server.latency))
      if (server.answer === 'unreachable') return { kind: 'unreachable' }
      if (server.answer === 'refused') return { kind: 'refused' }
      if (sending.place === 'copy') {
        server.copies.push(values)
        return { kind: 'saved', revision: server.copies.length }
      }
      if (server.answer === 'elsewhere' && !sending.over) return { kind: 'elsewhere', revision: 40 }
      server.kept.push(values)
      server.revisions.push(sending.revision)
      return { kind: 'saved', revision: server.kept.length }
    },
  }
  return server
}

const text = (value: string): FormValues => ({ patientObs: value })

describe('a draft that is typed', () => {
  test('is at the server within a second of the first keystroke', async () => {
    const server = keepingServer()
    const saver = createDraftSaver({ send: server.send })
    saver.change(text('D'))
    await vi.advanceTimersByTimeAsync(saveDelay + server.latency)
    expect(server.kept).toEqual([text('D')])
    expect(saver.state().kind).toBe('saved')
    expect(saveDelay + slowAfter).toBeLessThanOrEqual(2_000)
  })

  test('is sent while one types on, never more than a second behind', async () => {
    const server = keepingServer()
    const saver = createDraftSaver({ send: server.send })
    for (let typed = 1; typed <= 100; typed += 1) {
      saver.change(text('x'.repeat(typed)))
      await vi.advanceTimersByTimeAsync(50)
      const kept = String(server.kept.at(-1)?.patientObs ?? '').length
      expect((typed - kept) * 50).toBeLessThanOrEqual(1_000)
    }
    await vi.advanceTimersByTimeAsync(1_000)
    expect(server.kept.at(-1)).toEqual(text('x'.repeat(100)))
  })

  test('goes out one request at a time, each with the revision of the one before', async () => {
    const server = keepingServer()
    server.latency = 900
    const saver = createDraftSaver({ send: server.send })
    for (let typed = 1; typed <= 40; typed += 1) {
      saver.change(text(String(typed)))
      await vi.advanceTimersByTimeAsync(100)
    }
    await vi.advanceTimersByTimeAsync(5_000)
    expect(server.revisions).toEqual(server.revisions.map((_, index) => index || undefined))
    expect(server.kept.at(-1)).toEqual(text('40'))
  })
})

describe('while the server cannot be reached', () => {
  test('says so within two seconds, keeps the text and sends it when the server is back', async () => {
    const server = keepingServer()
    server.answer = 'unreachable'
    const saver = createDraftSaver({ send: server.send })
    saver.change(text('cinco mil palabras'))
    await vi.advanceTimersByTimeAsync(2_000)
    expect(saver.state().kind).toBe('unsent')
    await vi.advanceTimersByTimeAsync(30 * 60_000)
    expect(saver.pending()).toEqual(text('cinco mil palabras'))
    server.answer = 'saved'
    await vi.advanceTimersByTimeAsync(10_100)
    expect(server.kept).toEqual([text('cinco mil palabras')])
    expect(saver.pending()).toBeUndefined()
  })

  test('an answer that never comes shows as unsent as well', async () => {
    const server = keepingServer()
    server.latency = 3_600_000
    const saver = createDraftSaver({ send: server.send })
    saver.change(text('a'))
    await vi.advanceTimersByTimeAsync(2_000)
    expect(saver.state().kind).toBe('unsent')
    expect(saver.pending()).toEqual(text('a'))
  })

  test('what was typed during the failure replaces what failed', async () => {
    const server = keepingServer()
    server.answer = 'unreachable'
    const saver = createDraftSaver({ send: server.send })
    saver.change(text('uno'))
    await vi.advanceTimersByTimeAsync(saveDelay + 5)
    saver.change(text('uno dos'))
    server.answer = 'saved'
    await vi.advanceTimersByTimeAsync(12_000)
    expect(server.kept.at(-1)).toEqual(text('uno dos'))
  })

  test('flush tries at once', async () => {
    const server = keepingServer()
    server.answer = 'unreachable'
    const saver = createDraftSaver({ send: server.send })
    saver.change(text('a'))
    await vi.advanceTimersByTimeAsync(60_000)
    server.answer = 'saved'
    const flushed = saver.flush()
    await vi.advanceTimersByTimeAsync(server.latency + 1)
    await flushed
    expect(server.kept).toEqual([text('a')])
  })
})

describe('H4 when another tab wrote to the same draft', () => {
  const partedSaver = async (server: ReturnType<typeof keepingServer>) => {
    server.answer = 'elsewhere'
    const saver = createDraftSaver({ send: server.send, revision: 3 })
    saver.change(text('mine'))
    await vi.advanceTimersByTimeAsync(2_000)
    return saver
  }

  test('nothing is overwritten: what is typed here goes beside it, and on as one types on', async () => {
    const server = keepingServer()
    const saver = await partedSaver(server)
    expect(saver.state()).toMatchObject({ kind: 'saved', apart: true })
    saver.change(text('mine too'))
    await vi.advanceTimersByTimeAsync(2_000)
    expect(server.kept).toEqual([])
    expect(server.copies).toEqual([text('mine'), text('mine too')])
    expect(server.sendings.map(({ place, revision }) => [place, revision])).toEqual([
      ['form', 3],
      ['copy', undefined],
      ['copy', 1],
    ])
  })

  test('what is written over on purpose is known to be another one’s', async () => {
    const server = keepingServer()
    const saver = await partedSaver(server)
    saver.overwrite(text('mine'))
    await vi.advanceTimersByTimeAsync(100)
    expect(server.kept).toEqual([text('mine')])
    expect(server.sendings.at(-1)).toEqual({ place: 'form', revision: 40, over: true })
    expect(saver.state()).toMatchObject({ kind: 'saved', apart: false })
    server.answer = 'saved'
    saver.change(text('mine and more'))
    await vi.advanceTimersByTimeAsync(1_000)
    expect(server.sendings.at(-1)).toEqual({ place: 'form', revision: 1, over: false })
  })

  test('writing over that does not arrive is tried again as such', async () => {
    const server = keepingServer()
    const saver = await partedSaver(server)
    server.answer = 'unreachable'
    saver.overwrite(text('mine'))
    await vi.advanceTimersByTimeAsync(500)
    server.answer = 'elsewhere'
    await vi.advanceTimersByTimeAsync(12_000)
    expect(server.kept).toEqual([text('mine')])
    expect(server.sendings.at(-1)?.over).toBe(true)
  })

  test('the tab knows at once when it is told, and keeps its next word apart', async () => {
    const server = keepingServer()
    const saver = createDraftSaver({ send: server.send, revision: 3 })
    saver.noticeOther(3)
    expect(saver.state().apart).toBe(false)
    saver.noticeOther(4)
    expect(saver.state().apart).toBe(true)
    saver.change(text('mine'))
    await vi.advanceTimersByTimeAsync(1_000)
    expect([server.kept, server.copies]).toEqual([[], [text('mine')]])
  })

  test('a save of its own that is under way decides by its answer, not by what is told meanwhile', async () => {
    const server = keepingServer()
    const saver = createDraftSaver({ send: server.send })
    saver.change(text('a'))
    await vi.advanceTimersByTimeAsync(saveDelay + 1)
    saver.noticeOther(1)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(saver.state()).toMatchObject({ kind: 'saved', apart: false })
  })

  test('going on with the other text, the next word is written over what was seen', async () => {
    const server = keepingServer()
    const saver = await partedSaver(server)
    saver.join(41)
    expect(saver.state()).toMatchObject({ kind: 'untouched', apart: false })
    server.answer = 'saved'
    saver.change(text('theirs and mine'))
    await vi.advanceTimersByTimeAsync(1_000)
    expect(server.sendings.at(-1)).toEqual({ place: 'form', revision: 41, over: false })
  })
})

describe('after the record was saved', () => {
  test('nothing is sent any more, not even what was waiting', async () => {
    const server = keepingServer()
    const saver = createDraftSaver({ send: server.send })
    saver.change(text('a'))
    await saver.discard()
    saver.change(text('b'))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(server.kept).toEqual([])
    expect(saver.pending()).toBeUndefined()
  })
})

test('a refused draft stays on the screen and is tried again with the next keystroke', async () => {
  const server = keepingServer()
  server.answer = 'refused'
  const saver = createDraftSaver({ send: server.send })
  saver.change(text('a'))
  await vi.advanceTimersByTimeAsync(2_000)
  expect(saver.state().kind).toBe('refused')
  expect(saver.pending()).toEqual(text('a'))
  server.answer = 'saved'
  saver.change(text('ab'))
  await vi.advanceTimersByTimeAsync(2_000)
  expect(server.kept).toEqual([text('ab')])
})
