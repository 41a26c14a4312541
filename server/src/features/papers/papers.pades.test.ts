import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { type Attribute, ContentInfo, SignedData } from '@peculiar/asn1-cms'
import { AsnConvert } from '@peculiar/asn1-schema'
import { paperEndpoints, type Verification } from '@ulna/contract/papers/papers'
import { beforeAll, describe, expect, it } from 'vitest'
import { callEndpoint } from '../../../test/client.ts'
import { createPatient, historyInput, writeRecord } from '../../../test/factories/clinical.ts'
import { insertPaper, issuePaper } from '../../../test/factories/papers.ts'
import { certificatesOf, opensslVerify, signatureOf } from '../../../test/pdf-signature.ts'
import { poppler, sha256Of } from '../../../test/poppler.ts'
import { testPractice } from '../../../test/test-practice.ts'
import { codeOf } from './papers.code.ts'

let patientId: number

const { app, owner } = await testPractice()

beforeAll(async () => {
  patientId = (await createPatient(app, owner)).id
  await writeRecord(app, owner, historyInput(patientId, { allergies: 'Látex' }))
})

const oids = {
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
}

const digestOf = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest()

const flipped = (pdf: Buffer): Buffer => {
  const copy = Buffer.from(pdf)
  const place = copy.indexOf('stream') + 60
  copy[place] = (copy[place] ?? 0) ^ 1
  return copy
}

const signedDataOf = (pdf: Buffer): SignedData =>
  AsnConvert.parse(AsnConvert.parse(signatureOf(pdf).cms, ContentInfo).content, SignedData)

const attributesOf = (pdf: Buffer): readonly Attribute[] => {
  const [signer, ...others] = signedDataOf(pdf).signerInfos
  expect(others).toEqual([])
  return signer?.signedAttrs ?? []
}

const attributeOf = (pdf: Buffer, type: string): Buffer => {
  const [value = new ArrayBuffer(0)] =
    attributesOf(pdf).find(({ attrType }) => attrType === type)?.attrValues ?? []
  return Buffer.from(value)
}

describe('the signature of a paper', () => {
  it('is PAdES B-B: says what it is over and with which certificate, and its time in the PDF alone', async () => {
    const { pdf } = await issuePaper(app, owner, patientId)
    expect(await poppler('pdfsig', pdf)).toContain('Signature Type: ETSI.CAdES.detached')
    expect(attributesOf(pdf).map(({ attrType }) => attrType)).toEqual(Object.values(oids))
    expect(pdf.toString('latin1')).toMatch(/\/M \(D:\d{14}Z\)/)

    expect(attributeOf(pdf, oids.messageDigest).subarray(2)).toEqual(digestOf(signatureOf(pdf).signed))
    const [certificate = Buffer.alloc(0)] = certificatesOf(signatureOf(pdf).cms)
    // SHA-256 is the default of the structure and not written: three sequences and the hash.
    const head = Buffer.from('3026302430220420', 'hex')
    expect(attributeOf(pdf, oids.signingCertificateV2)).toEqual(Buffer.concat([head, digestOf(certificate)]))
  })

  it('is DER, with its attributes in order', async () => {
    const { pdf } = await issuePaper(app, owner, patientId)
    const written = attributesOf(pdf).map((one) => Buffer.from(AsnConvert.serialize(one)))
    expect(written).toEqual(written.toSorted(Buffer.compare))
    const { cms } = signatureOf(pdf)
    expect(Buffer.from(AsnConvert.serialize(AsnConvert.parse(cms, ContentInfo)))).toEqual(cms)
  })

  it('is accepted by programs of others, until a byte of the paper is another one', async () => {
    const { pdf } = await issuePaper(app, owner, patientId)
    expect(await opensslVerify(pdf)).toContain('CAdES Verification successful')
    expect(await opensslVerify(flipped(pdf))).toContain('Verification failure')
    expect(await poppler('pdfsig', pdf)).toContain('Signature is Valid')
  })
})

describe('a paper that was issued before signatures were PAdES', () => {
  const golden = readFile(new URL('../../../test/golden-papers/issued-before-pades.pdf', import.meta.url))

  const verify = async (code: string, pdf: Buffer): Promise<Verification> =>
    (await callEndpoint(app, paperEndpoints.verify, { body: { code, sha256: sha256Of(pdf) } })).payload

  it('is still checked by its number and its file', async () => {
    const pdf = await golden
    const { id: patient } = await createPatient(app, owner)
    const paper = { patientId: patient, recordId: null, scope: 'file', content: pdf } as const
    const { secret } = await insertPaper(app, owner, paper)
    const code = codeOf(owner.practiceId, secret)
    expect(await verify(code, pdf)).toMatchObject({ status: 'unchanged', compared: 'file' })
    expect(await verify(code, flipped(pdf))).toMatchObject({ status: 'altered', altered: 'file' })
  })

  it('has a signature that programs of others accept as ever', async () => {
    const pdf = await golden
    expect(await poppler('pdfsig', pdf)).toMatch(/adbe\.pkcs7\.detached[\s\S]*Signature is Valid/)
    expect(await opensslVerify(pdf, 'plain')).toContain('CMS Verification successful')
    expect(await opensslVerify(flipped(pdf), 'plain')).toContain('Verification failure')
  })
})
