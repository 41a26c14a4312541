import { afterAll, inject } from 'vitest'
import { sharedTables } from '../../src/platform/database/distribution/distribution.ts'
import { newFaults } from './sent-statements.ts'

// What the server says to the database while tests run goes to one machine, wherever the practice lies
// (docs/decisions/0075-distributed-engine.md).
afterAll(async () => {
  const ofPractices = new Set(inject('postgres')?.tablesOfPractices)
  const faults = await newFaults({ ofPractices, shared: new Set(sharedTables) })
  if (faults.length > 0)
    throw new Error(
      `Statements that a distributed database refuses or asks of all machines:\n${faults.join('\n')}`,
    )
})
