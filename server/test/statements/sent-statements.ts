import { StatementLine } from '../../src/platform/database/statement-batch.ts'
import { faultsOfStatement } from './statement-faults.ts'

/** Texts that this process sent in a scope; `false` until they were looked at. */
const looked = new Map<string, boolean>()

let unheard = 0

/** For what a test says on purpose as the server never does. */
export const unlikeTheServer = async <T>(work: () => Promise<T>): Promise<T> => {
  unheard += 1
  try {
    return await work()
  } finally {
    unheard -= 1
  }
}

const { send } = StatementLine.prototype
StatementLine.prototype.send = function (statement) {
  if (unheard === 0 && !looked.has(statement.text)) looked.set(statement.text, false)
  return send.call(this, statement)
}

/** What is wrong with statements that were sent since it was asked last: each fault with the statement. */
export const newFaults = async (ofPractices: ReadonlySet<string>): Promise<readonly string[]> => {
  const faults: string[] = []
  for (const text of [...looked].filter(([, wasLooked]) => !wasLooked).map(([one]) => one)) {
    looked.set(text, true)
    for (const fault of await faultsOfStatement(text, ofPractices)) faults.push(`${fault}: ${text}`)
  }
  return faults
}
