/** What is used here of WebAssembly, which the types of Node do not have. */
declare namespace WebAssembly {
  interface Memory {
    readonly buffer: ArrayBuffer
    grow(pages: number): number
  }

  const Memory: { readonly prototype: Memory }

  type Imports = Readonly<Record<string, Readonly<Record<string, (...given: number[]) => number>>>>

  const instantiate: (
    bytes: Uint8Array,
    imports: Imports,
  ) => Promise<{ readonly instance: { readonly exports: Readonly<Record<string, unknown>> } }>
}
