import { type ImportBatch, type ImportRow, importEndpoints } from '@ulna/contract/imports/imports'
import type { ImportKind } from '@ulna/contract/imports/imports.fields'
import { expect } from 'vitest'
import type { TestApp } from '../build-test-app.ts'
import { callEndpoint, type TestAnswer, UploadBody } from '../client.ts'
import type { TestPerson } from './people.ts'

export type ImportCall = Exclude<keyof typeof importEndpoints, 'start'>

/** Patients 1 and 2 of another system. */
export const twoPatients =
  'Código;Nombre;Apellidos;F. Nacimiento;DNI\n1;Mariana;Gómez;13/02/1980;12345678Z\n2;Ana;Ruiz;03/04/1975;\n'

/** A day from today as a Spanish file writes it. */
export const writtenDay = (fromToday: number): string => isoDay(fromToday).split('-').reverse().join('/')

export const isoDay = (fromToday: number): string =>
  new Date(Date.now() + fromToday * 86_400_000).toISOString().slice(0, 10)

/** The calls of an import by whoever `by` is at that moment. */
export const importCalls = (app: TestApp, by: () => TestPerson) => {
  const ask = (
    name: ImportCall,
    id: number,
    more: { body?: unknown; query?: Record<string, string> } = {},
  ): Promise<TestAnswer> =>
    callEndpoint(app, importEndpoints[name], { token: by().token, params: { id }, ...more })

  const start = async (kind: ImportKind, text: string | Buffer, source?: string): Promise<ImportBatch> => {
    const {
      status,
      payload,
      text: said,
    } = await callEndpoint(app, importEndpoints.start, {
      token: by().token,
      query: { fileName: `${kind}.csv`, kind, ...(source ? { source } : {}) },
      body: new UploadBody(Buffer.from(text), 'application/octet-stream'),
    })
    expect(status, said).toBe(201)
    return payload
  }

  const after = async (name: ImportCall, id: number): Promise<ImportBatch> => {
    const { status, text } = await ask(name, id)
    expect(status, text).toBe(200)
    await app.runJobs()
    return (await ask('read', id)).payload
  }

  const change = async (id: number, body: unknown): Promise<ImportBatch> => {
    const { status, payload, text } = await ask('update', id, { body })
    expect(status, text).toBe(200)
    return payload
  }

  const rowsOf = async (id: number, only?: string): Promise<ImportRow[]> =>
    (await ask('rows', id, only ? { query: { only } } : {})).payload

  /** Everything at once: read, said of words, tried and carried out. */
  const bring = async (
    kind: ImportKind,
    text: string,
    { source, body }: { source?: string; body?: unknown } = {},
  ): Promise<ImportBatch> => {
    const { id } = await start(kind, text, source)
    if (body !== undefined) await change(id, body)
    await after('examine', id)
    return after('run', id)
  }

  /** Brings two patients from a system and answers their ids. */
  const bringPatients = async (source = 'Programa viejo'): Promise<readonly [number, number]> => {
    const { id } = await bring('patients', twoPatients, { source })
    const [one, other] = (await rowsOf(id)).map(({ patientId }) => patientId ?? 0)
    return [one ?? 0, other ?? 0]
  }

  return { ask, start, after, change, rowsOf, bring, bringPatients }
}
