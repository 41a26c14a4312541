import { inject } from 'vitest'
import { RowClient } from '../../src/platform/database/row-client.ts'
import { SharedLine } from '../../src/platform/database/shared-reads.ts'
import { type Line, StatementLine } from '../../src/platform/database/statement-batch.ts'
import { faultsOfStatement, type Tables } from './statement-faults.ts'

/** Texts that this process sent; `false` until they were looked at. */
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

const note = (text: string): void => {
  if (unheard === 0 && !looked.has(text)) looked.set(text, false)
}

for (const { prototype } of [StatementLine, SharedLine]) {
  const { send } = prototype
  prototype.send = function (this: Line, statement) {
    note(statement.text)
    return Reflect.apply(send, this, [statement])
  }
}

// What is said outside every practice; owners of the database, who look behind the server, are not listened to.
const { query } = RowClient.prototype
const hear = function (this: RowClient, ...said: readonly unknown[]): unknown {
  const [first] = said
  const text = typeof first === 'string' ? first : (first as { readonly text?: unknown } | undefined)?.text
  if (typeof text === 'string' && text !== '' && this.user === inject('postgres')?.appRole) note(text)
  return Reflect.apply(query, this, said)
}
RowClient.prototype.query = hear as typeof query

/** What is wrong with statements that were sent since it was asked last: each fault with the statement. */
export const newFaults = async (tables: Tables): Promise<readonly string[]> => {
  const faults: string[] = []
  for (const text of [...looked].filter(([, wasLooked]) => !wasLooked).map(([one]) => one)) {
    looked.set(text, true)
    for (const fault of await faultsOfStatement(text, tables)) faults.push(`${fault}: ${text}`)
  }
  return faults
}
