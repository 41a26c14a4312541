import { afterAll, inject } from 'vitest'
import { newFaults } from './sent-statements.ts'

// What the server says to the database while tests run goes to one machine, wherever the practice lies
// (docs/decisions/0075-distributed-engine.md).
afterAll(async () => {
  const faults = await newFaults(new Set(inject('postgres')?.tablesOfPractices))
  if (faults.length > 0)
    throw new Error(
      `Statements that a distributed database refuses or asks of all machines:\n${faults.join('\n')}`,
    )
})
