import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { FormValues } from '../../../blocks/record-form/form/form-values.ts'
import { createRecordWriter } from './record-writer.ts'

/** A server that honours idempotency keys and may lose its answers. */
const server = () => {
  const records: { id: number; version: number; data: FormValues; date?: string | undefined }[] = []
  const answered = new Map<string, number>()
  const lossy = { lose: 0, refuse: false }
  const answer = <T>(value: T): T => {
    if (lossy.lose === 0) return value
    lossy.lose -= 1
    throw new TypeError('Failed to fetch')
  }
  const writer = createRecordWriter({
    create: async (data, key, date) => {
      if (lossy.refuse) throw new Error('invalid_request')
      const known = records.find((record) => record.id === answered.get(key))
      if (known) return answer({ ...known, version: 1 })
      const record = { id: records.length + 1, version: 1, data, date }
      records.push(record)
      answered.set(key, record.id)
      return answer({ ...record })
    },
    update: async (id, data, version, date) => {
      const record = records.find((one) => one.id === id)
      if (!record || record.version !== version) throw new Error('version_conflict')
      record.data = data
      if (date !== undefined) record.date = date
      record.version += 1
      return answer({ ...record })
    },
    isUnknown: (error) => error instanceof TypeError,
  })
  return { records, lossy, writer }
}

describe('saving a new record', () => {
  test('works where browsers leave out crypto.randomUUID: on plain HTTP', async () => {
    vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
    onTestFinished(() => void vi.unstubAllGlobals())
    const { records, writer } = server()
    await writer({ patientObs: 'a' })
    expect(records).toHaveLength(1)
  })

  test('creates it once', async () => {
    const { records, writer } = server()
    await expect(writer({ patientObs: 'a' })).resolves.toMatchObject({ id: 1 })
    expect(records).toHaveLength(1)
  })

  test('creates it once although the answer was lost three times', async () => {
    const { records, lossy, writer } = server()
    lossy.lose = 3
    for (let press = 0; press < 3; press += 1)
      await expect(writer({ patientObs: 'a' })).rejects.toThrow(TypeError)
    await writer({ patientObs: 'a' })
    expect(records).toHaveLength(1)
  })

  test('what was typed after a lost answer is written into the same record', async () => {
    const { records, lossy, writer } = server()
    lossy.lose = 1
    await expect(writer({ patientObs: 'a' })).rejects.toThrow(TypeError)
    await expect(writer({ patientObs: 'a b' })).resolves.toMatchObject({ id: 1, version: 2 })
    expect(records.map((record) => record.data)).toEqual([{ patientObs: 'a b' }])
  })

  test('what was written on paper has its day, also when the answer was lost and it was dated anew', async () => {
    const { records, lossy, writer } = server()
    lossy.lose = 1
    await expect(writer({ patientObs: 'a' }, '2026-11-20')).rejects.toThrow(TypeError)
    await writer({ patientObs: 'a' }, '2026-11-20')
    expect(records).toMatchObject([{ version: 1, date: '2026-11-20' }])
    lossy.lose = 1
    await expect(writer({ patientObs: 'b' }, '2026-11-20')).rejects.toThrow(TypeError)
    await writer({ patientObs: 'b' }, '2026-11-21')
    expect(records[1]).toMatchObject({ version: 2, date: '2026-11-21' })
    lossy.lose = 1
    await expect(writer({ patientObs: 'c' }, '2026-11-20')).rejects.toThrow(TypeError)
    await writer({ patientObs: 'c' })
    expect(records[2]?.date).toMatch(/T/)
  })

  test('a refused record starts anew', async () => {
    const { records, lossy, writer } = server()
    lossy.refuse = true
    await expect(writer({ patientObs: '' })).rejects.toThrow('invalid_request')
    lossy.refuse = false
    await writer({ patientObs: 'a' })
    expect(records.map((record) => record.data)).toEqual([{ patientObs: 'a' }])
  })
})
