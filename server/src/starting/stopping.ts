/** Requests and jobs under way have so long to finish once the process is asked to stop (docs/operations.md). */
export const finishMs = 10_000

/** Then the database writes down what it holds, which takes a slow disk a while; after this the process gives up. */
export const stopMs = 60_000
