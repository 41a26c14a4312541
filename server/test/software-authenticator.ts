import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** CBOR (RFC 8949) as far as WebAuthn needs it: whole numbers, bytes, texts and maps. */
type Cbor = number | string | Buffer | ReadonlyMap<number | string, Cbor>

const head = (major: number, value: number): Buffer => {
  if (value < 24) return Buffer.from([(major << 5) | value])
  if (value < 256) return Buffer.from([(major << 5) | 24, value])
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255])
}

const encodeCbor = (value: Cbor): Buffer => {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  const entries = [...value].flatMap(([key, one]) => [encodeCbor(key), encodeCbor(one)])
  return Buffer.concat([head(5, value.size), ...entries])
}

const sha256 = (data: Buffer | string): Buffer => createHash('sha256').update(data).digest()

/** Bits of the authenticator data (WebAuthn Level 3, section 6.1). */
const flag = { present: 0x01, verified: 0x04, backupEligible: 0x08, backedUp: 0x10, attested: 0x40 } as const

/** What a test may do differently from an honest device. */
export interface Mischief {
  readonly origin?: string
  readonly rpId?: string
  readonly type?: string
  readonly userVerified?: boolean
  readonly counter?: number
  /** Signs with a key that is not the passkey's; a registration says then that the passkey's own key signed it. */
  readonly foreignSignature?: true
  /** Whose key the device says it is; null: it does not say. */
  readonly userHandle?: string | null
  readonly credentialIdBytes?: number
  readonly transports?: unknown
}

interface MadeKey {
  readonly id: string
  readonly privateKey: KeyObject
  readonly userHandle: string
  counter: number
}

interface CreationOptions {
  readonly challenge: string
  readonly rp: { readonly id?: string }
  readonly user: { readonly id: string }
}

interface RequestOptions {
  readonly challenge: string
  readonly rpId?: string
}

const newKeyPair = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })

/** A passkey device in software (ES256, no attestation), with the person's finger always on it. */
export class SoftwareAuthenticator {
  private readonly origin: string
  private readonly keys: MadeKey[] = []

  constructor(origin = 'http://localhost:3000') {
    this.origin = origin
  }

  /** Answers the options of a registration as `navigator.credentials.create` does, in JSON. */
  create(options: CreationOptions, mischief: Mischief = {}): Record<string, unknown> {
    const { publicKey, privateKey } = newKeyPair()
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    const credentialId = randomBytes(mischief.credentialIdBytes ?? 32)
    const key: MadeKey = {
      id: credentialId.toString('base64url'),
      privateKey,
      userHandle: options.user.id,
      counter: 0,
    }
    this.keys.push(key)
    const coseKey = new Map<number, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ])
    const attested = Buffer.concat([
      Buffer.alloc(16),
      Buffer.from([credentialId.length >> 8, credentialId.length & 255]),
      credentialId,
      encodeCbor(coseKey),
    ])
    const clientData = this.clientData('webauthn.create', options.challenge, mischief)
    const authData = Buffer.concat([
      this.authenticatorData(options.rp.id ?? '', flag.attested, key.counter, mischief),
      attested,
    ])
    const attestation = new Map<string, Cbor>([
      ...this.statement(Buffer.concat([authData, sha256(clientData)]), mischief),
      ['authData', authData],
    ])
    return {
      ...this.envelope(key.id),
      response: {
        clientDataJSON: clientData.toString('base64url'),
        attestationObject: encodeCbor(attestation).toString('base64url'),
        transports: mischief.transports ?? ['internal', 'hybrid'],
      },
    }
  }

  /** Answers the options of a sign-in as `navigator.credentials.get` does, in JSON, with the key made last. */
  get(options: RequestOptions, mischief: Mischief = {}): Record<string, unknown> {
    const key = this.keys.at(-1)
    if (!key) throw new Error('this device has made no passkey')
    key.counter = mischief.counter ?? key.counter + 1
    const authData = this.authenticatorData(options.rpId ?? '', 0, key.counter, mischief)
    const clientData = this.clientData('webauthn.get', options.challenge, mischief)
    const signingKey = mischief.foreignSignature ? newKeyPair().privateKey : key.privateKey
    const signature = sign('sha256', Buffer.concat([authData, sha256(clientData)]), signingKey)
    return {
      ...this.envelope(key.id),
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: mischief.userHandle === undefined ? key.userHandle : mischief.userHandle,
      },
    }
  }

  /** None, or one that the passkey did not sign (self attestation: WebAuthn Level 3, section 8.2). */
  private statement(signed: Buffer, { foreignSignature }: Mischief): [string, Cbor][] {
    if (!foreignSignature)
      return [
        ['fmt', 'none'],
        ['attStmt', new Map()],
      ]
    const statement = new Map<string, Cbor>([
      ['alg', -7],
      ['sig', sign('sha256', signed, newKeyPair().privateKey)],
    ])
    return [
      ['fmt', 'packed'],
      ['attStmt', statement],
    ]
  }

  private envelope(id: string): Record<string, unknown> {
    return {
      id,
      rawId: id,
      type: 'public-key',
      authenticatorAttachment: 'platform',
      clientExtensionResults: {},
    }
  }

  private clientData(type: string, challenge: string, { origin, ...mischief }: Mischief): Buffer {
    return Buffer.from(
      JSON.stringify({
        type: mischief.type ?? type,
        challenge,
        origin: origin ?? this.origin,
        crossOrigin: false,
      }),
    )
  }

  private authenticatorData(rpId: string, flags: number, counter: number, mischief: Mischief): Buffer {
    const verified = mischief.userVerified === false ? 0 : flag.verified
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([
      sha256(mischief.rpId ?? rpId),
      Buffer.from([flags | flag.present | verified | flag.backupEligible | flag.backedUp]),
      count,
    ])
  }
}
