import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

export const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** What a program of Poppler's says of a PDF. */
export const poppler = async (program: string, pdf: Buffer, ...options: string[]): Promise<string> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'ulna-poppler-'))
  try {
    const file = path.join(folder, 'paper.pdf')
    await writeFile(file, pdf)
    const after = program === 'pdftotext' ? ['-'] : []
    const { stdout } = await run(program, [...options, file, ...after]).catch(
      (error: { stdout: string }) => error,
    )
    return stdout
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Lines end where the page does, and what is read from right to left is marked so. */
export const flatText = (text: string): string =>
  text.replaceAll(/[\u202A-\u202E\u200E\u200F\f]/g, '').replaceAll(/\s+/g, ' ')
