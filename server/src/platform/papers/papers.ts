import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Language } from '@ulna/contract/record-class/record-class'
import { AppError } from '../app-error.ts'
import { childEnvironment } from '../child-environment.ts'
import { bytesOf } from '../files/file-store.ts'
import { programFile } from '../program-file.ts'
import { takingTurns } from '../turns.ts'

/** One piece of a paper, in the order it is read. */
export type PaperPart =
  | {
      readonly kind: 'record'
      readonly heading: string
      /** Stands at the head of every page the record goes on over. */
      readonly running: string
      /** Stand at the foot of every page that carries the record. */
      readonly seals: readonly string[]
      readonly meta: string
      /** Notes say that it was voided, and why. */
      readonly notes: readonly string[]
    }
  | { readonly kind: 'section'; readonly text: string }
  | { readonly kind: 'pairs'; readonly items: readonly { readonly label: string; readonly text: string }[] }
  | { readonly kind: 'text' | 'quiet'; readonly text: string }
  | { readonly kind: 'picture'; readonly alt: string; readonly caption: string }
  | {
      readonly kind: 'seal'
      /** Whether there are strokes among the pictures; else the name is typed. */
      readonly picture: boolean
      readonly typed: string | null
      readonly alt: string
      readonly lines: readonly string[]
      /** Notes say that it was withdrawn, and why. */
      readonly notes: readonly string[]
    }
  | PaperTable

export interface PaperTable {
  readonly kind: 'table'
  /** `share` of the width of the page; together they make one. */
  readonly columns: readonly {
    readonly label: string
    readonly share: number
    readonly align?: 'right'
  }[]
  readonly rows: readonly (readonly string[])[]
  /** A last row that sums up. */
  readonly total?: readonly string[]
}

/** What stands on the pages of a paper, all in the language of its reader. */
export interface PaperModel {
  readonly title: string
  readonly author: string
  readonly subject: string
  /** Number as it is printed; null on what nobody is to prove anything with. */
  readonly code: string | null
  readonly language: Language
  /** Instant of the server's clock. */
  readonly at: string
  readonly head: { readonly name: string; readonly facts: string; readonly practice: string }
  /** `pages` with `{{page}}` and `{{pages}}` in it. */
  readonly foot: {
    readonly issued: string
    readonly proof: string
    /** Text that stands before the seals of a page. */
    readonly seals: string
    readonly pages: string
  }
  readonly parts: readonly PaperPart[]
  /** Kinds of the pictures that come with it, in the order in which its parts show them. */
  readonly pictures: readonly { readonly kind: 'photo' | 'strokes' }[]
}

/** What a paper is signed with; all PEM. */
export interface SigningMaterial {
  readonly certificate: string
  /** Certificates above it. */
  readonly chain: readonly string[]
  readonly privateKey: string
}

export interface PaperJob {
  readonly model: PaperModel
  /** Pictures, as many as the model says, read when their turn comes; an empty one is left out. */
  readonly pictures?: AsyncIterable<Buffer>
  readonly signing: SigningMaterial & { readonly name: string; readonly reason: string }
}

export interface LockedPaperJob {
  /** Without pictures. */
  readonly model: PaperModel
  /** Letters and digits of ASCII, 127 at most. */
  readonly password: string
}

interface PaperTasks {
  readonly paper: Pick<PaperJob, 'model' | 'signing'>
  readonly locked: LockedPaperJob
  readonly generate: { readonly name: string; readonly at: string }
  /** `file` is the PKCS #12 file in base64. */
  readonly read: { readonly file: string; readonly password: string; readonly at: string }
}

/** What the process is asked. */
export type PaperTask<Name extends keyof PaperTasks = keyof PaperTasks> = {
  readonly [One in Name]: PaperTasks[One] & { readonly task: One }
}[Name]

/** What it answers beside the bytes of a paper. */
export interface PaperAnswers {
  readonly paper: { readonly pages: number }
  readonly locked: { readonly pages: number }
  readonly generate: NewSigningKey
  readonly read: { readonly key: NewSigningKey } | { readonly fault: KeyFileFault }
}

export interface RenderedPaper {
  /** The paper comes in pieces: that of a thick file is large. */
  readonly pieces: readonly Buffer[]
  readonly size: number
  readonly pages: number
}

const program = programFile(import.meta.url, './paper-process/paper-process.ts')
/** Patience with a process that neither takes nor gives anything. */
const patienceMs = 60_000

const withLength = (bytes: Buffer): Buffer[] => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes.length)
  return [length, bytes]
}

async function* sent<Name extends keyof PaperTasks>(
  task: PaperTask<Name>,
  attached: AsyncIterable<Buffer>,
  onPiece: () => void,
): AsyncIterable<Buffer> {
  yield* withLength(Buffer.from(JSON.stringify(task)))
  for await (const block of attached) {
    onPiece()
    yield* withLength(block)
  }
}

async function* nothingAttached(): AsyncIterable<Buffer> {}

interface Answer<Name extends keyof PaperTasks> {
  readonly about: PaperAnswers[Name]
  readonly pieces: readonly Buffer[]
}

const piecesOf = async (stream: Readable, onPiece: () => void): Promise<Buffer[]> => {
  const pieces: Buffer[] = []
  for await (const piece of stream) {
    onPiece()
    pieces.push(piece as Buffer)
  }
  return pieces
}

const run = async <Name extends keyof PaperTasks>(
  task: PaperTask<Name>,
  attached = nothingAttached(),
  patience = patienceMs,
): Promise<Answer<Name>> => {
  const child = spawn(process.execPath, ['--max-old-space-size=512', program], {
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
    env: childEnvironment(),
  })
  const timer = setTimeout(() => child.kill('SIGKILL'), patience)
  const onPiece = () => timer.refresh()
  const ended = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>
  ended.catch(() => undefined)
  try {
    const [read, pieces, about, complaint] = await Promise.allSettled([
      pipeline(Readable.from(sent(task, attached, onPiece)), child.stdin),
      piecesOf(child.stdout, onPiece),
      bytesOf(child.stdio[3] as Readable),
      bytesOf(child.stderr),
    ])
    const [code, signal] = await ended
    if (
      code !== 0 ||
      read.status === 'rejected' ||
      pieces.status === 'rejected' ||
      about.status === 'rejected'
    ) {
      if (read.status === 'rejected' && read.reason instanceof AppError) throw read.reason
      const said = complaint.status === 'fulfilled' ? complaint.value.toString().slice(0, 500) : ''
      const cause = read.status === 'rejected' ? read.reason : undefined
      throw new Error(`a paper was not made: ${signal ?? code} ${said}`, { cause })
    }
    return { pieces: pieces.value, about: JSON.parse(about.value.toString()) as PaperAnswers[Name] }
  } finally {
    clearTimeout(timer)
    child.kill('SIGKILL')
  }
}

/** One at a time in a process of ours, so that many who ask at once take turns and nobody else waits. */
const inTurn = takingTurns()

/**
 * A tagged, signed PDF (PDF/UA-1, PAdES B-B). It is made in a process of its own at low priority: laying out
 * twenty pages with pictures takes a second of computing (docs/decisions/0024-papers-with-pdfkit.md).
 */
export const renderPaper = ({ model, pictures, signing }: PaperJob): Promise<RenderedPaper> =>
  inTurn(async () => {
    const { about, pieces } = await run<'paper'>({ task: 'paper', model, signing }, pictures)
    return { pieces, pages: about.pages, size: pieces.reduce((sum, piece) => sum + piece.length, 0) }
  })

/** A tagged PDF that opens with a password alone (AES-256, ISO 32000-2); nobody signs it. */
export const renderLockedPaper = ({ model, password }: LockedPaperJob): Promise<RenderedPaper> =>
  inTurn(async () => {
    const { about, pieces } = await run<'locked'>({ task: 'locked', model, password })
    return { pieces, pages: about.pages, size: pieces.reduce((sum, piece) => sum + piece.length, 0) }
  })

export interface NewSigningKey extends SigningMaterial {
  /** Instant. */
  readonly validUntil: string
}

/** A key of 3072 bits with a certificate that the practice issues itself, good for fifteen years from `at`. */
export const generateSigningKey = (name: string, at: string): Promise<NewSigningKey> =>
  inTurn(async () => (await run<'generate'>({ task: 'generate', name, at })).about)

/** Why nobody can sign papers with what a file holds. */
export const keyFileFaults = [
  'key_file_unreadable',
  'key_file_password',
  'key_file_without_key',
  'key_file_without_certificate',
  'key_kind_unknown',
  'key_too_weak',
  'certificate_expired',
  'certificate_not_yet_valid',
  'certificate_not_for_signing',
] as const
export type KeyFileFault = (typeof keyFileFaults)[number]

/** Longest that a key file is read: one that asks for a thousand million rounds of hashing is given up. */
const readingMs = 20_000

/** The key of a PKCS #12 file, or why it cannot sign at `at`. A process of its own reads it: anybody can make one up. */
export const readSigningKey = async (
  file: Buffer,
  password: string,
  at: string,
): Promise<NewSigningKey | KeyFileFault> => {
  const task = { task: 'read', file: file.toString('base64'), password, at } as const
  const { about } = await run<'read'>(task, nothingAttached(), readingMs)
  return 'key' in about ? about.key : about.fault
}
