import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { paperEndpoints, type Verification } from '@ulna/contract/papers/papers'
import { useRef, useState } from 'react'
import { call } from '../../api/session/client.ts'
import { numberInPaper } from './paper-number.ts'

/** A file without a number of ours, and none was typed: there is nothing to ask the server. */
export type Checked = Verification | { readonly status: 'noNumber' }

export interface Check {
  /** The code that somebody typed; empty where the file says it. */
  readonly code: string
  readonly file: File | null
}

const verify = async (code: string, digest?: string): Promise<Verification> => {
  const body = digest === undefined ? { code } : { code, sha256: digest }
  return (await call(paperEndpoints.verify, { body })).payload
}

/** The file stays where it is: only its number and its digest are sent. */
const check = async ({ code, file }: Check): Promise<Checked> => {
  if (file === null) return verify(code)
  const bytes = await file.arrayBuffer()
  const number = numberInPaper(bytes) ?? (code.trim() || null)
  if (number === null) return { status: 'noNumber' }
  return verify(number, bytesToHex(sha256(new Uint8Array(bytes))))
}

interface Checking {
  readonly checked: Checked | null
  readonly error: unknown
  readonly pending: boolean
}

const nothing: Checking = { checked: null, error: null, pending: false }

/** The answer to an earlier check never replaces that to a later one. Public pages load no query client for one call. */
export const useCheck = () => {
  const [checking, setChecking] = useState(nothing)
  const latest = useRef(0)
  const run = async (what: Check): Promise<void> => {
    latest.current += 1
    const own = latest.current
    setChecking({ ...nothing, pending: true })
    const outcome = await check(what).then(
      (checked) => ({ ...nothing, checked }),
      (error: unknown) => ({ ...nothing, error }),
    )
    if (own === latest.current) setChecking(outcome)
  }
  return { ...checking, run }
}
