import { describe, expect, it } from 'vitest'
import { linkedPatients } from './linked-patients.ts'

const counts = { rows: 4, create: 0, exists: 3, before: 0, repeated: 0, clash: 0, fault: 1, hints: 0 }
const columns = (field: 'externalId' | 'fileId') => [{ header: 'Código', field, samples: [] }]

describe('patients whose numbers a file has remembered', () => {
  it('are those who are here already, where the file says by which number the other program knows them', () => {
    expect(linkedPatients({ kind: 'patients', columns: columns('externalId'), counts })).toBe(3)
    expect(linkedPatients({ kind: 'patients', columns: columns('fileId'), counts })).toBe(0)
    expect(linkedPatients({ kind: 'appointments', columns: columns('externalId'), counts })).toBe(0)
    expect(linkedPatients({ kind: 'patients', columns: columns('externalId'), counts: null })).toBe(0)
  })
})
