import { expect, test } from 'vitest'
import { ApiError, ConnectionError } from '../http/api-error.ts'
import { refusalOf } from './form-refusal.ts'

const refused = (status: number, message: string, field?: string): ApiError =>
  new ApiError(status, [{ code: '0001', message, ...(field === undefined ? {} : { field }) }])

test.each([
  ['somebody else saved first', refused(409, 'version_conflict'), 'compare'],
  ['fields are wrong', refused(422, 'field_required', 'firstName'), 'fields'],
  ['a rule stands against it', refused(409, 'patient_has_records'), 'whole'],
  ['the server was not reached', new ConnectionError(new Error('gone')), 'whole'],
  [
    'the server asks to come back, whatever field it names',
    refused(503, 'service_unavailable', 'x'),
    'whole',
  ],
  ['the session is over, which the page tells', refused(401, 'unauthorized'), 'nothing'],
  ['the page was left', new DOMException('left', 'AbortError'), 'nothing'],
  ['the code is wrong', new TypeError('x is undefined'), 'report'],
])('where %s', (_, error, refusal) => {
  expect(refusalOf(error)).toBe(refusal)
})
