/** What of the editor stands in the address. */
export interface EditorAddress {
  /** Absent for a module that is new. */
  readonly module?: string | undefined
  readonly form?: string | undefined
  readonly field?: string | undefined
}
