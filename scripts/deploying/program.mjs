import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'

/** A program that goes on, and everything it has said. */
export class Program {
  output = ''

  constructor(file, args, env) {
    this.child = spawn(file, args, {
      env: { PATH: process.env.PATH, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [this.child.stdout, this.child.stderr])
      stream.on('data', (bytes) => {
        this.output += String(bytes)
      })
    this.failed = new Promise((_, reject) => this.child.once('error', reject))
    this.failed.catch(() => undefined)
  }

  get isRunning() {
    return this.child.exitCode === null && this.child.signalCode === null
  }

  /** Waits until `holds` answers something; throws what the program said when it ends before. */
  async until(holds) {
    for (;;) {
      const found = await Promise.race([holds(), this.failed])
      if (found) return found
      if (!this.isRunning) throw new Error(`it ended with ${this.child.exitCode}: ${this.output}`)
      await pause(50)
    }
  }

  /** Waits for a line that it says. */
  said(pattern) {
    return this.until(() => pattern.exec(this.output))
  }

  /** Waits for its end and answers the exit code: null when a signal ended it. */
  async ended() {
    if (this.isRunning) await once(this.child, 'exit')
    return this.child.exitCode
  }

  /** Sends a signal and answers the exit code: null when the signal ended it. */
  async end(signal = 'SIGTERM') {
    this.child.kill(signal)
    return this.ended()
  }
}
