import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** How a PKCS #12 file is made: everything but the password has a good default. */
export interface KeyFileWish {
  readonly password: string
  /** Arguments of `openssl genpkey`. */
  readonly key?: readonly string[]
  /** Arguments of `openssl req`: `-days 1`, `-not_after …`, `-addext …`. */
  readonly certificate?: readonly string[]
  readonly subject?: string
  /** Arguments of `openssl pkcs12`; AES-256 when nothing is said. */
  readonly encryption?: readonly string[]
  /** Only the certificate. */
  readonly withoutKey?: boolean
}

const rsa = (bits: number): string[] => ['-algorithm', 'RSA', '-pkeyopt', `rsa_keygen_bits:${bits}`]

export const keyKinds = {
  rsa2048: rsa(2048),
  rsa1024: rsa(1024),
  p256: ['-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-256'],
  ed25519: ['-algorithm', 'ED25519'],
} as const

/** What programs of before encrypted keys with. */
export const legacyEncryption = {
  rc2: ['-legacy', '-keypbe', 'PBE-SHA1-RC2-40', '-certpbe', 'PBE-SHA1-RC2-40', '-macalg', 'sha1'],
  tripleDes: ['-legacy', '-keypbe', 'PBE-SHA1-3DES', '-certpbe', 'PBE-SHA1-3DES', '-macalg', 'sha1'],
} as const

/** The bytes of a PKCS #12 file as the openssl of this machine makes it. */
export const makeKeyFile = ({
  password,
  key = keyKinds.rsa2048,
  certificate = ['-days', '800'],
  subject = '/C=ES/O=Fisioterapia Ñandú/CN=Clínica Ñandú',
  encryption = [],
  withoutKey = false,
}: KeyFileWish): Buffer => {
  const folder = mkdtempSync(path.join(tmpdir(), 'ulna-key-'))
  const openssl = (...given: readonly string[]) =>
    execFileSync('openssl', given, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
  try {
    openssl('genpkey', ...key, '-out', 'key.pem')
    openssl(
      'req',
      '-x509',
      '-utf8',
      '-new',
      '-key',
      'key.pem',
      '-out',
      'own.pem',
      '-subj',
      subject,
      ...certificate,
    )
    const keyPart = withoutKey ? ['-nokeys'] : ['-inkey', 'key.pem']
    const out = ['-out', 'own.p12', '-passout', `pass:${password}`]
    openssl('pkcs12', '-export', '-in', 'own.pem', ...keyPart, ...out, ...encryption)
    return readFileSync(path.join(folder, 'own.p12'))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const made = new Map<string, string>()

/** What the settings send of a key file; made once for each password. */
export const keyFileOf = ({
  password,
}: {
  readonly password: string
}): { file: string; password: string } => {
  const file = made.get(password) ?? makeKeyFile({ password }).toString('base64')
  made.set(password, file)
  return { file, password }
}
