import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { FormValues } from '../../blocks/record-form/form-values.ts'
import { createDraftSaver, type SaveOutcome, saveDelay, slowAfter } from './draft-saver.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** A server that keeps what it is sent and answers as the test says. */
const keepingServer = () => {
  const server = {
    kept: [] as FormValues[],
    revisions: [] as (number | undefined)[],
    answer: 'saved' as 'saved' | 'unreachable' | 'refused' | 'elsewhere',
    latency: 10,
    send: async (values: FormValues, revision: number | undefined): Promise<SaveOutcome> => {
      await new Promise((resolve) => setTimeout(resolve, server.latency))
      if (server.answer === 'unreachable') return { kind: 'unreachable' }
      if (server.answer === 'refused') return { kind: 'refused' }
      if (server.answer === 'elsewhere') return { kind: 'elsewhere', revision: 40 }
      server.kept.push(values)
      server.revisions.push(revision)
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

describe('when another tab wrote to the same draft', () => {
  test('nothing is overwritten until one says so', async () => {
    const server = keepingServer()
    server.answer = 'elsewhere'
    const saver = createDraftSaver({ send: server.send, revision: 3 })
    saver.change(text('mine'))
    await vi.advanceTimersByTimeAsync(2_000)
    expect(saver.state().kind).toBe('elsewhere')
    saver.change(text('mine too'))
    server.answer = 'saved'
    await vi.advanceTimersByTimeAsync(60_000)
    expect(server.kept).toEqual([])
    saver.overwrite()
    await vi.advanceTimersByTimeAsync(100)
    expect(server.kept).toEqual([text('mine too')])
    expect(server.revisions).toEqual([40])
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
