import fc from 'fast-check'
import { expect, it } from 'vitest'
import { DataRow, MessageReader } from './row-client.ts'

const messageOf = (code: string, body: Buffer): Buffer => {
  const head = Buffer.alloc(5)
  head.write(code, 0, 'latin1')
  head.writeUInt32BE(4 + body.length, 1)
  return Buffer.concat([head, body])
}

const rowBody = (values: readonly (string | null)[]): Buffer => {
  const count = Buffer.alloc(2)
  count.writeUInt16BE(values.length)
  const parts = values.map((value) => {
    const bytes = Buffer.from(value ?? '')
    const length = Buffer.alloc(4)
    length.writeInt32BE(value === null ? -1 : bytes.length)
    return Buffer.concat([length, bytes])
  })
  return Buffer.concat([count, ...parts])
}

const anyRow = fc.array(fc.option(fc.string({ unit: 'grapheme', maxLength: 40 })), { maxLength: 5 })
const anyMessage = fc.oneof(
  anyRow.map((row) => ({ bytes: messageOf('D', rowBody(row)), told: { row } })),
  fc
    .tuple(fc.constantFrom('C', 'Z', 'T', '1', '2'), fc.uint8Array({ maxLength: 60 }))
    .map(([code, body]) => messageOf(code, Buffer.from(body)))
    .map((bytes) => ({ bytes, told: { other: bytes.toString('hex') } })),
)

/** Bytes cut at the given places. */
const cut = (bytes: Buffer, places: readonly number[]): Buffer[] => {
  const ends = [...new Set(places.map((place) => place % (bytes.length + 1)))].sort((a, b) => a - b)
  const starts = [0, ...ends]
  return starts.map((start, index) => bytes.subarray(start, ends[index] ?? bytes.length))
}

const readAll = (chunks: readonly Buffer[]): unknown[] => {
  const told: unknown[] = []
  let others = Buffer.alloc(0)
  const tellOthers = (): void => {
    for (let at = 0; at < others.length; ) {
      const end = at + 1 + others.readUInt32BE(at + 1)
      told.push({ other: others.subarray(at, end).toString('hex') })
      at = end
    }
    others = Buffer.alloc(0)
  }
  const reader = new MessageReader({
    row: (row) => {
      tellOthers()
      told.push({ row: row.fields })
    },
    others: (messages) => {
      others = Buffer.concat([others, messages])
    },
  })
  for (const chunk of chunks) reader.read(chunk)
  tellOthers()
  return told
}

it('reads the same messages in the same order wherever the stream is cut', () => {
  fc.assert(
    fc.property(
      fc.array(anyMessage, { maxLength: 12 }),
      fc.array(fc.nat(), { maxLength: 8 }),
      (messages, places) => {
        const stream = Buffer.concat(messages.map(({ bytes }) => bytes))
        expect(readAll(cut(stream, places))).toEqual(messages.map(({ told }) => told))
      },
    ),
    { numRuns: 500 },
  )
})

it('tells an empty text from null', () => {
  expect(new DataRow(rowBody(['', null, 'ñ'])).fields).toEqual(['', null, 'ñ'])
})
