declare module 'autocannon' {
  import type { EventEmitter } from 'node:events'

  /** The part of autocannon 9 that the bench uses. */
  export interface LoadRequest {
    readonly method: 'GET' | 'POST'
    readonly path: string
    readonly headers?: Readonly<Record<string, string>>
    readonly body?: string
    readonly setupRequest?: (request: LoadRequest) => LoadRequest
  }

  export interface LoadOptions {
    readonly url: string
    readonly connections: number
    /** Seconds. */
    readonly duration: number
    /** Seconds for an answer. */
    readonly timeout: number
    readonly requests: readonly LoadRequest[]
  }

  export interface LoadResult {
    readonly duration: number
    readonly requests: { readonly total: number }
    readonly errors: number
    readonly timeouts: number
    readonly non2xx: number
  }

  export interface Load extends EventEmitter, PromiseLike<LoadResult> {
    on(
      event: 'response',
      listener: (client: unknown, status: number, bytes: number, milliseconds: number) => void,
    ): this
  }

  // biome-ignore lint/style/noDefaultExport: the package is CommonJS and has nothing but this.
  export default function autocannon(options: LoadOptions): Load
}
