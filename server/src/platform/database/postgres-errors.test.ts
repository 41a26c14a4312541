import { expect, it } from 'vitest'
import { fromPostgres, offendedBy } from './postgres-errors.ts'

const violated = (message: string, more: object = {}): Error =>
  Object.assign(new Error(message), { code: '23505', ...more })

it.each([
  ['as PostgreSQL says it', violated('duplicate key value', { constraint: 'patients_file_id_key' })],
  [
    'in the message of a machine behind the one that was asked',
    violated('duplicate key value violates unique constraint "patients_file_id_key_102013"'),
  ],
  [
    'in a message in Spanish',
    violated('llave duplicada viola restricción de unicidad «patients_file_id_key_102013»'),
  ],
  ['with the number of a part of the table', violated('', { constraint: 'patients_file_id_key_102013' })],
])('knows which constraint was violated, %s', (_, error) => {
  expect(fromPostgres(error)).toMatchObject({
    key: 'already_exists',
    details: { params: { field: 'fileId' } },
  })
})

it('makes nothing of a constraint that nobody is told of', () => {
  expect(fromPostgres(violated('violates unique constraint "patients_pkey_102013"'))).toBeUndefined()
  expect(fromPostgres(violated('the name "patients_file_id_key" is long', { code: '42622' }))).toBeUndefined()
})

it.each([
  ['receipts_patient_fkey', '', { constraint: 'receipts_patient_fkey_102013' }],
  ['first_name', '', { code: '23502', column: 'first_name' }],
  [
    'first_name',
    'null value in column "first_name" of relation "patients_102013" violates not-null constraint',
    { code: '23502' },
  ],
  [
    'receipts_patient_fkey',
    'insert or update on table "receipts_102013" violates foreign key constraint "receipts_patient_fkey_102013"',
    { code: '23503' },
  ],
  ['22P02', 'invalid input syntax for type integer: "rosa"', { code: '22P02' }],
])('says that a row offends %s, and nothing of what stands in it', (offended, message, fields) => {
  expect(offendedBy(violated(message, fields))).toBe(offended)
})

it.each([
  'failure on connection marked as essential: localhost:5432',
  'server closed the connection unexpectedly',
  'SSL SYSCALL error: EOF detected',
  'failed to COPY to shard 102084 on localhost:5432',
  'could not commit transaction for shard 102084 on at least one active node',
])('takes it for a database that is away when a machine of it is: %s', (message) => {
  expect(fromPostgres(violated(message, { code: 'XX000' }))).toMatchObject({ key: 'service_unavailable' })
  expect(fromPostgres(violated('cache lookup failed for type 0', { code: 'XX000' }))).toBeUndefined()
})
