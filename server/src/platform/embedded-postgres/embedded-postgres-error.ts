/** Why the embedded database cannot run, in one sentence for whoever started Ulna. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError'
}
