import { execFile } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { ContentInfo, SignedData } from '@peculiar/asn1-cms'
import { AsnConvert } from '@peculiar/asn1-schema'

const run = promisify(execFile)

export interface PdfSignature {
  /** DER of the CMS. */
  readonly cms: Buffer
  /** What it is over. */
  readonly signed: Buffer
}

/** The signature of a PDF that has one (ISO 32000-2, 12.8.1). */
export const signatureOf = (pdf: Buffer): PdfSignature => {
  const range = /\/ByteRange \[0 (\d+) (\d+) (\d+)\s*\]/.exec(pdf.toString('latin1'))
  if (range === null) throw new Error('no signature')
  const [before = 0, after = 0, rest = 0] = range.slice(1).map(Number)
  const padded = Buffer.from(pdf.toString('latin1', before + 1, after - 1), 'hex')
  const size = padded.readUInt16BE(2) + 4
  return {
    cms: padded.subarray(0, size),
    signed: Buffer.concat([pdf.subarray(0, before), pdf.subarray(after, after + rest)]),
  }
}

/** Certificates of a signature, DER. */
export const certificatesOf = (cms: Buffer): readonly Buffer[] => {
  const { content } = AsnConvert.parse(cms, ContentInfo)
  const { certificates = [] } = AsnConvert.parse(content, SignedData)
  return certificates.map((one) => Buffer.from(AsnConvert.serialize(one)))
}

/**
 * What openssl says of a signature whose certificates are trusted: `plain`, that it is one of what was signed; `cades`,
 * that it names its certificate too.
 */
export const opensslVerify = async (pdf: Buffer, kind: 'plain' | 'cades' = 'cades'): Promise<string> => {
  const { cms, signed } = signatureOf(pdf)
  const trusted = certificatesOf(cms).map((der) => new X509Certificate(der).toString())
  const folder = await mkdtemp(path.join(tmpdir(), 'ulna-cms-'))
  try {
    await writeFile(path.join(folder, 'cms.der'), cms)
    await writeFile(path.join(folder, 'signed'), signed)
    await writeFile(path.join(folder, 'trusted.pem'), trusted.join(''))
    const trust = ['-CAfile', 'trusted.pem', '-partial_chain', '-purpose', 'any']
    const given = ['-binary', '-inform', 'DER', '-in', 'cms.der', '-content', 'signed', '-out', 'checked']
    const wanted = kind === 'cades' ? ['-cades'] : []
    const { stderr } = await run('openssl', ['cms', '-verify', ...wanted, ...given, ...trust], {
      cwd: folder,
    }).catch((error: { stderr: string }) => error)
    return stderr
  } finally {
    await rm(folder, { recursive: true })
  }
}
