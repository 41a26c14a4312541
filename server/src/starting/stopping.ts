import type { Server } from 'node:http'
import { setImmediate as turn } from 'node:timers/promises'

/** Requests and jobs under way have so long to finish once the process is asked to stop (docs/operations.md). */
export const finishMs = 10_000

/** Then the database writes down what it holds, which takes a slow disk a while; after this the process gives up. */
export const stopMs = 60_000

/** How many turns in which nobody came show that nobody waits: the last to come has been read in the second. */
const quietTurns = 2

/** At most: more wait for no listener, and whoever goes on coming keeps no process from stopping. */
const mostTurns = 5000

/**
 * What the system took for this process while it was busy is read: each turn of the event loop lets one connection in,
 * and reads what the one before asked. A listener that closes before resets them, and nobody answers.
 */
export const readArrivals = async (server: Server): Promise<void> => {
  let arrived = 0
  server.on('connection', () => {
    arrived += 1
  })
  let quiet = 0
  for (let turns = 0; turns < mostTurns && quiet < quietTurns; turns += 1) {
    const before = arrived
    await turn()
    quiet = arrived === before ? quiet + 1 : 0
  }
}
