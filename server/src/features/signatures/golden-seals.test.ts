import { readdirSync, readFileSync } from 'node:fs'
import { canonicalJson } from '@ulna/contract/signatures/signatures.seal'
import { describe, expect, it } from 'vitest'
import { createSealKeys, type SealedSignature, sealFormat, sealOfSignature } from './signatures.seals.ts'

type Since2 = 'practitionerUserId' | 'practitionerLicence'

/** A signature as a release sealed it. Nobody ever makes these files anew: they are what must go on to verify. */
interface GoldenSeal {
  readonly secret: string
  readonly signature: Omit<SealedSignature, 'signedAt' | 'previous' | 'image' | Since2> &
    Partial<Pick<SealedSignature, Since2>> & {
      readonly signedAt: string
      /** Hexadecimal. */
      readonly previous: string
      /** Base 64. */
      readonly image: string | null
    }
  /** Hexadecimal. */
  readonly seal: string
}

const folder = new URL('../../../test/golden-seals/', import.meta.url)

const golden = readdirSync(folder).map((name): [string, GoldenSeal] => [
  name,
  JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as GoldenSeal,
])

const signatureOf = ({ signature }: GoldenSeal): SealedSignature => ({
  // What a former format did not have stands empty in its row.
  practitionerUserId: null,
  practitionerLicence: null,
  ...signature,
  signedAt: new Date(signature.signedAt),
  previous: Buffer.from(signature.previous, 'hex'),
  image: signature.image === null ? null : Buffer.from(signature.image, 'base64'),
})

const verifies = (one: GoldenSeal, signature = signatureOf(one), secrets = [one.secret]): boolean => {
  const [secret = '', ...former] = secrets
  return sealOfSignature(createSealKeys(secret, former), signature)?.toString('hex') === one.seal
}

describe('D4 what a release sealed', () => {
  it.each([1, sealFormat])('is there in every language, of format %i', (format) => {
    const ofFormat = golden.filter(([, { signature }]) => signature.format === format)
    expect(new Set(ofFormat.map(([, { signature }]) => signature.language))).toEqual(
      new Set(['es', 'en', 'it']),
    )
  })

  it.each(golden)('verifies as it was sealed, also with a key that was followed by another: %s', (_, one) => {
    expect(verifies(one)).toBe(true)
    expect(
      verifies(one, signatureOf(one), ['another secret that is long enough to be one', one.secret]),
    ).toBe(true)
  })

  it.each(golden)('verifies no more with one sign of its content changed: %s', (_, one) => {
    const signature = signatureOf(one)
    expect(verifies(one, { ...signature, content: signature.content.replace('97', '98') })).toBe(false)
    expect(verifies(one, { ...signature, signerName: `${signature.signerName} ` })).toBe(false)
    expect(verifies(one, { ...signature, format: signature.format === 1 ? 2 : 1 })).toBe(false)
  })

  it.each(golden)(
    'verifies no more with another licence number or account, nor with one put in: %s',
    (_, one) => {
      const signature = signatureOf(one)
      expect(verifies(one, { ...signature, practitionerLicence: '00/0001' })).toBe(false)
      expect(verifies(one, { ...signature, practitionerUserId: -1 })).toBe(false)
    },
  )

  it.each(golden)('holds content in the one way of writing it: %s', (_, { signature }) => {
    expect(canonicalJson(JSON.parse(signature.content))).toBe(signature.content)
  })
})
