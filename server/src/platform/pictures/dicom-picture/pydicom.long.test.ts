import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DicomFrame, readDicom } from '../../../../../web/src/blocks/file-viewer/dicom/read-dicom.ts'
import { dicomHeadBytes, readDicomHeader } from '../../../features/files/inspection/files.dicom.ts'
import { openDicom } from './render.ts'
import { isDicom } from './sign.ts'

interface Opened {
  readonly path: string
  readonly pixels: string
  /** Whether pydicom turned brightness and two differences into red, green and blue, which rounds. */
  readonly isConverted: boolean
}

const program = fileURLToPath(new URL('../../../../test/pydicom-pixels.py', import.meta.url))

/** Its picture contradicts itself: every codec refuses it, and one hands out memory that nobody wrote. */
const without = 'JPEG2000-embedded-sequence-delimiter.dcm'

let folder = ''
let opened: readonly Opened[] = []

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'ulna-pydicom-'))
  const { stdout } = await promisify(execFile)('/usr/bin/python3', [program, folder], {
    maxBuffer: 64 * 1024 * 1024,
  })
  opened = (JSON.parse(stdout) as { files: Opened[] }).files.filter(
    (one) => path.basename(one.path) !== without,
  )
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const apart = (one: ArrayLike<number>, other: ArrayLike<number>): number => {
  let most = Math.abs(one.length - other.length)
  for (let at = 0; at < one.length; at += 1)
    most = Math.max(most, Math.abs((one[at] ?? 0) - (other[at] ?? 0)))
  return most
}

/** The files whose values lie further apart than they may, each with how far. */
const differing = async (distance: (file: Buffer, pixels: Buffer) => Promise<number>): Promise<string[]> => {
  const different: string[] = []
  for (const one of opened) {
    const most = await distance(await readFile(one.path), await readFile(one.pixels))
    if (most > (one.isConverted ? 1 : 0)) different.push(`${path.basename(one.path)}: ${most}`)
  }
  return different
}

/** The pictures of a file as the viewer reads them; none where it does not. */
const viewed = async (file: Buffer): Promise<DicomFrame[]> => {
  const same = (await openDicom(file)).same()
  const image = readDicom(same.length > 0 ? same : file)
  if ('fault' in image) return []
  return Promise.all(Array.from({ length: image.frames }, (_, index) => image.frame(index)))
}

/** What the viewer should have of one picture, whose values pydicom wrote. */
const expectedOf = (frame: DicomFrame, pixels: Uint8Array): ArrayLike<number> => {
  const values = Uint8Array.from(pixels)
  if (frame.kind === 'grey') return new (frame.values.constructor as Uint16ArrayConstructor)(values.buffer)
  // A screen shows the highest eight bits of deeper colours: the last byte of each, little end first.
  const bytes = values.length / frame.bytes.length
  return values.filter((_, at) => at % bytes === bytes - 1)
}

/** Nothing is said of a JPEG, which the browser unpacks by itself. */
const viewedApart = (frame: DicomFrame, pixels: Uint8Array): number => {
  if (frame.kind === 'jpeg') return 0
  return apart(frame.kind === 'grey' ? frame.values : frame.bytes, expectedOf(frame, pixels))
}

describe('the files that pydicom brings', () => {
  it('are taken, every one whose pixels it opens', async () => {
    expect(opened.length).toBeGreaterThan(90)
    const refused: string[] = []
    for (const one of opened) {
      const file = await readFile(one.path)
      const header = await readDicomHeader(file.subarray(0, dicomHeadBytes), file.length)
      if (!isDicom(file) || header?.content !== 'picture') refused.push(path.basename(one.path))
    }
    expect(refused).toEqual([])
  })

  it('have the values here that they have there', async () => {
    const different = await differing(async (file, pixels) => {
      const frames = await openDicom(file).then(
        (found) => Buffer.concat(found.frames()),
        () => Buffer.alloc(0),
      )
      return apart(frames, pixels)
    })
    expect(different).toEqual([])
  }, 300_000)

  it('have these values in the viewer too, but for what the browser itself unpacks', async () => {
    let byBrowser = 0
    const different = await differing(async (file, pixels) => {
      const frames = await viewed(file)
      if (frames.some(({ kind }) => kind === 'jpeg')) byBrowser += 1
      const size = pixels.length / frames.length
      const distances = frames.map((frame, index) =>
        viewedApart(frame, pixels.subarray(index * size, (index + 1) * size)),
      )
      return distances.length === 0 ? Number.POSITIVE_INFINITY : Math.max(...distances)
    })
    expect(different).toEqual([])
    expect(byBrowser).toBeLessThan(10)
  }, 300_000)
})
