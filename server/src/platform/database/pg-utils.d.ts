declare module 'pg/lib/utils.js' {
  /** A value as PostgreSQL's text protocol takes it. */
  export const prepareValue: (value: unknown) => string | Buffer | null
}
