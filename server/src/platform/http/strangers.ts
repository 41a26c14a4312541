import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { sourceOf } from './rate-limits.ts'

export interface StrangerLimits {
  /** Connections of one address, and of all, on which nobody has shown yet who they are. */
  readonly ofAddress: number
  readonly ofAll: number
}

export const strangerLimits: StrangerLimits = { ofAddress: 256, ofAll: 4096 }

/**
 * The connections on which nobody has shown who they are. When there are too many, the one that has stood longest makes
 * room: a flood pushes itself out, and whoever is signed in needs only the moment in which a token is looked up. From
 * then on their connection is none of these, nor is that of a stream, however many people share an address.
 */
export class Strangers {
  private readonly limits: StrangerLimits
  /** Strangers in the order in which they came. */
  private readonly all = new Set<Socket>()
  private readonly byAddress = new Map<string, Set<Socket>>()
  /** A connection that is gone does not know any more where it came from. */
  private readonly sources = new WeakMap<Socket, string>()

  constructor(limits: StrangerLimits = strangerLimits) {
    this.limits = limits
  }

  watch(server: Server): void {
    server.on('connection', (socket) => this.receive(socket))
  }

  /** Whoever uses this connection is signed in. */
  forget(socket: Socket): void {
    if (!this.all.delete(socket)) return
    const source = this.sources.get(socket) ?? ''
    const there = this.byAddress.get(source)
    there?.delete(socket)
    if (there?.size === 0) this.byAddress.delete(source)
  }

  private receive(socket: Socket): void {
    const source = sourceOf(socket.remoteAddress ?? null)
    const there = this.byAddress.get(source) ?? new Set()
    this.byAddress.set(source, there)
    this.sources.set(socket, source)
    for (const group of [there, this.all]) group.add(socket)
    socket.once('close', () => this.forget(socket))
    if (there.size > this.limits.ofAddress) this.makeRoom(there)
    if (this.all.size > this.limits.ofAll) this.makeRoom(this.all)
  }

  private makeRoom(group: ReadonlySet<Socket>): void {
    const [oldest] = group
    if (!oldest) return
    this.forget(oldest)
    oldest.destroy()
  }
}
