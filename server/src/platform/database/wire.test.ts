import { type Snippet, snippetEndpoints } from '@ulna/contract/snippets/snippets'
import { describe, expect, it } from 'vitest'
import { encodeAnswer, type Handler } from '../http/route.ts'
import {
  answerText,
  joinBytes,
  joinObject,
  joinWire,
  jsonOf,
  listText,
  noRows,
  parseJson,
  type WireBytes,
} from './wire.ts'

const snippet: Snippet = { id: 7, version: 1, shortcut: 'ok', title: 'Sin dolor', text: 'Refiere mejoría.' }
const bytesOf = <T>(value: T) => ({ bytes: Buffer.from(JSON.stringify(value)) }) as unknown as WireBytes<T>

type Read = Handler<typeof snippetEndpoints.update>
type List = Handler<typeof snippetEndpoints.list>

describe('JSON that the database rendered', () => {
  it('is the answer of an endpoint of just that type, or the handler does not compile', async () => {
    const one = answerText(jsonOf(snippet))
    const page = listText({ rows: jsonOf([snippet]), total: 1 })
    const read: Read = async () => one
    const list: List = async () => page
    // @ts-expect-error a list where one is answered
    const listInstead: Read = async () => page
    // @ts-expect-error one where a list is answered
    const oneInstead: List = async () => one
    // @ts-expect-error a list that does not say how many there are
    const withoutTotal: List = async () => answerText(jsonOf([snippet]))
    // @ts-expect-error text that nobody rendered
    const anyText: Read = async () => answerText<Snippet>(JSON.stringify(snippet))
    expect([read, list, listInstead, oneInstead, withoutTotal, anyText]).toHaveLength(6)
  })

  it('goes out as it came, rows and objects joined', () => {
    const rows = [{ wire: jsonOf(snippet) }, { wire: jsonOf({ ...snippet, id: 8 }) }]
    const text = listText({ rows: joinWire(rows), total: 12 }, { limit: 2, offset: 4 })
    const sent = encodeAnswer(snippetEndpoints.list, text, true)
    expect(JSON.parse(sent.toString())).toEqual({
      payload: [snippet, { ...snippet, id: 8 }],
      metadata: { total: 12, limit: 2, offset: 4 },
    })
    const parts = joinObject({ one: jsonOf(1), rows: joinBytes([bytesOf(snippet)]), none: noRows.rows })
    expect(parts.toString()).toBe(`{"one":1,"rows":[${JSON.stringify(snippet)}],"none":[]}`)
  })

  it('is read as the type it was rendered as', () => {
    expect(answerText(jsonOf(snippet)).value().shortcut).toBe('ok')
    expect(parseJson(joinBytes([bytesOf(snippet), bytesOf(snippet)]).toString())).toEqual([snippet, snippet])
  })
})
