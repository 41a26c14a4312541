import { describe, expect, it } from 'vitest'
import { createNewsParser, type NewsText } from './live-news-parser.ts'

const parse = (...pieces: readonly string[]): NewsText[] => {
  const told: NewsText[] = []
  const read = createNewsParser((news) => told.push(news))
  for (const piece of pieces) read(piece)
  return told
}

const stream =
  'retry: 2000\nid: 1\nevent: ready\ndata: {}\n\n:\n\nid: 2\nevent: change\ndata: {"ids":[7]}\n\n'
const events = [
  { name: 'ready', data: '{}' },
  { name: 'change', data: '{"ids":[7]}' },
]

describe('the parser of server-sent events', () => {
  it('tells each event once its empty line is there', () => {
    expect(parse(stream)).toEqual(events)
    expect(parse(stream.slice(0, -1))).toEqual(events.slice(0, 1))
  })

  it('reads the same whatever the pieces and the line ends are', () => {
    for (const text of [stream, stream.replaceAll('\n', '\r\n'), stream.replaceAll('\n', '\r')]) {
      for (let size = 1; size <= text.length; size += 1) {
        const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, index) =>
          text.slice(index * size, (index + 1) * size),
        )
        // The very last CR may still be half of a line end; what comes next says so.
        expect(parse(...pieces, ':\n'), `${size}`).toEqual(events)
      }
    }
  })

  it('joins data of several lines, and calls what has no name a message', () => {
    expect(parse('data: a\ndata:b\ndata:  c\n\n')).toEqual([{ name: 'message', data: 'a\nb\n c' }])
  })

  it('tells nothing of comments, of other fields and of names without data', () => {
    expect(parse(': hello\n\nid: 4\n\nevent: ready\n\nfoo: bar\ndata\n\n')).toEqual([
      { name: 'message', data: '' },
    ])
  })
})
