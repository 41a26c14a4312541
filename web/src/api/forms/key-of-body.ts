import { newIdempotencyKey } from '../http/http-client.ts'

/**
 * A key per body: sending the same thing again after a lost answer does it once, another body is another wish. One for
 * each form that is open.
 */
export const createKeyOfBody = (newKey: () => string = newIdempotencyKey): ((body: unknown) => string) => {
  let last = { text: '', key: '' }
  return (body) => {
    const text = JSON.stringify(body)
    if (last.text !== text) last = { text, key: newKey() }
    return last.key
  }
}
