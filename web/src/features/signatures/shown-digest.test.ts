import { createHash } from 'node:crypto'
import type { DocumentToSign } from '@ulna/contract/signatures/signatures'
import { canonicalJson } from '@ulna/contract/signatures/signatures.seal'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { shownDigest } from './shown-digest.ts'

it('is counted in the browser as the server counts it, whatever the document says', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' })),
      async (texts) => {
        const keys = Object.keys(texts).map((key) => key.normalize('NFC'))
        fc.pre(new Set(keys).size === keys.length)
        const document = { texts } as unknown as DocumentToSign['document']
        const counted = createHash('sha256').update(canonicalJson(document)).digest('hex')
        expect(await shownDigest({ document, contentHash: '' })).toBe(counted)
      },
    ),
  )
})
