/** What of the editor stands in the address. */
export interface EditorAddress {
  /** The id of the module; a new one has none yet. */
  readonly module?: string | undefined
  readonly form?: string | undefined
  readonly field?: string | undefined
}
