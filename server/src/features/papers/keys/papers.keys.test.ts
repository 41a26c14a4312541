import { paperEndpoints, type Verification } from '@ulna/contract/papers/papers'
import { signingKeyEndpoints } from '@ulna/contract/papers/papers.keys'
import { beforeAll, describe, expect, it } from 'vitest'
import { callEndpoint, type TestAnswer } from '../../../../test/client.ts'
import { createPatient, historyInput, writeRecord } from '../../../../test/factories/clinical.ts'
import {
  type KeyFileWish,
  keyFileOf,
  keyKinds,
  legacyEncryption,
  makeKeyFile,
} from '../../../../test/factories/key-files.ts'
import { giveSigningKey, issuePaper } from '../../../../test/factories/papers.ts'
import { opensslVerify } from '../../../../test/pdf-signature.ts'
import { poppler, sha256Of } from '../../../../test/poppler.ts'
import { testPractice } from '../../../../test/test-practice.ts'
import { readSigningKey } from '../../../platform/papers/papers.ts'

let patientId: number

const { app, owner } = await testPractice()

beforeAll(async () => {
  await giveSigningKey(app, owner)
  patientId = (await createPatient(app, owner)).id
  await writeRecord(app, owner, historyInput(patientId, { allergies: 'Látex' }))
})

const supply = (body: object): Promise<TestAnswer> =>
  callEndpoint(app, signingKeyEndpoints.supply, { token: owner.token, body })

const supplyFile = (wish: KeyFileWish, password = wish.password): Promise<TestAnswer> =>
  supply({ file: makeKeyFile(wish).toString('base64'), password })

const remove = (): Promise<TestAnswer> =>
  callEndpoint(app, signingKeyEndpoints.remove, { token: owner.token })

const issue = () => issuePaper(app, owner, patientId)

const verify = async (code: string, sha256: string): Promise<Verification> =>
  (await callEndpoint(app, paperEndpoints.verify, { body: { code, sha256 } })).payload

const flipped = (pdf: Buffer): Buffer => {
  const copy = Buffer.from(pdf)
  const place = copy.indexOf('stream') + 60
  copy[place] = (copy[place] ?? 0) ^ 1
  return copy
}

describe('a key that the practice supplies', () => {
  it.each([
    ['of today (AES-256)', { password: 'clave' }],
    ['of before (3DES)', { password: 'clave', encryption: legacyEncryption.tripleDes }],
    ['of before (RC2)', { password: 'clave', encryption: legacyEncryption.rc2 }],
    ['with a password that is not ASCII', { password: 'contraseña €' }],
    ['of before, with such a password', { password: 'contraseña', encryption: legacyEncryption.tripleDes }],
    ['without a password', { password: '' }],
    ['of an elliptic curve', { password: 'clave', key: keyKinds.p256 }],
  ] satisfies [string, KeyFileWish][])('signs papers: %s', async (_, wish) => {
    expect(await supplyFile(wish)).toMatchObject({
      status: 201,
      payload: { supplied: { subject: expect.stringContaining('CN=Clínica Ñandú'), state: 'valid' } },
    })
    const { paper, pdf } = await issue()
    const said = await poppler('pdfsig', pdf)
    expect(said).toContain('Signature is Valid')
    expect(said).toContain('Signer Certificate Common Name: Clínica Ñandú')
    expect(await opensslVerify(pdf)).toContain('CAdES Verification successful')
    expect(await poppler('pdfsig', flipped(pdf))).not.toContain('Signature is Valid')
    expect(await verify(paper.code, sha256Of(pdf))).toMatchObject({ status: 'unchanged' })
  })

  it.each([
    ['file', 'key_file_without_key', { password: 'clave', withoutKey: true }],
    ['file', 'key_too_weak', { password: 'clave', key: keyKinds.rsa1024 }],
    ['file', 'key_kind_unknown', { password: 'clave', key: keyKinds.ed25519 }],
    [
      'file',
      'certificate_not_for_signing',
      { password: 'clave', certificate: ['-days', '800', '-addext', 'keyUsage=keyEncipherment'] },
    ],
    [
      'file',
      'certificate_not_for_signing',
      { password: 'clave', certificate: ['-days', '800', '-addext', 'extendedKeyUsage=serverAuth'] },
    ],
  ] satisfies [string, string, KeyFileWish][])(
    'is refused at %s with its reason: %s',
    async (field, reason, wish) => {
      expect(await supplyFile(wish)).toMatchObject({ status: 400, errors: [{ field, params: { reason } }] })
    },
  )

  it('is refused before its days and after them', async () => {
    const bytes = Buffer.from(keyFileOf({ password: 'clave' }).file, 'base64')
    expect(await readSigningKey(bytes, 'clave', '2019-01-01T00:00:00Z')).toBe('certificate_not_yet_valid')
    expect(await readSigningKey(bytes, 'clave', '2099-01-01T00:00:00Z')).toBe('certificate_expired')
  })

  it('is refused with a wrong password, and when it is no such file or too large', async () => {
    const { file } = keyFileOf({ password: 'clave' })
    expect(await supply({ file, password: 'otra' })).toMatchObject({
      status: 400,
      errors: [{ field: 'password', params: { reason: 'key_file_password' } }],
    })
    for (const none of ['hola', Buffer.from('%PDF-1.7').toString('base64'), file.slice(0, 400)])
      expect(await supply({ file: none, password: 'clave' })).toMatchObject({
        status: 400,
        errors: [{ field: 'file', params: { reason: 'key_file_unreadable' } }],
      })
    expect(await supply({ file: 'A'.repeat(100_000), password: '' })).toMatchObject({
      status: 400,
      errors: [{ field: 'file', params: { reason: 'field_too_long' } }],
    })
  })

  it('gives way to the generated one when it is taken away or its days are over; what it signed still counts', async () => {
    await supplyFile({ password: 'clave' })
    const signed = await issue()
    expect(await remove()).toMatchObject({ status: 200, payload: { supplied: null } })
    expect(await remove()).toMatchObject({ status: 404 })
    expect(await poppler('pdfsig', (await issue()).pdf)).not.toContain('Clínica Ñandú')
    expect(await verify(signed.paper.code, sha256Of(signed.pdf))).toMatchObject({ status: 'unchanged' })

    await supplyFile({ password: 'clave', certificate: ['-days', '10'] })
    const find = () => callEndpoint(app, signingKeyEndpoints.find, { token: owner.token })
    expect(await find()).toMatchObject({
      payload: { supplied: { state: 'ending' }, generated: { state: 'valid' } },
    })
    await app.owner.raw.query(
      `update practice_signing_keys set valid_until = now() - interval '1 second' where source = 'supplied'`,
    )
    expect(await find()).toMatchObject({ payload: { supplied: { state: 'ended' } } })
    expect(await poppler('pdfsig', (await issue()).pdf)).not.toContain('Clínica Ñandú')
  })

  it('rests encrypted, and the trail says who supplied and removed one, never what it is', async () => {
    await supplyFile({ password: 'secreto-del-archivo' })
    const { rows } = await app.owner.raw.query<{ key: Buffer }>(
      `select private_key as key from practice_signing_keys where source = 'supplied'`,
    )
    for (const { key } of rows) expect(key.toString('latin1')).not.toContain('PRIVATE KEY')
    const trail = await app.owner.raw.query<{ action: string; detail: unknown }>(
      `select action, detail from audit_events where action like 'paper.key%'`,
    )
    expect(new Set(trail.rows.map(({ action }) => action))).toEqual(
      new Set(['paper.key_supply', 'paper.key_remove']),
    )
    expect(JSON.stringify(trail.rows)).not.toMatch(/secreto|PRIVATE/)
  })
})
