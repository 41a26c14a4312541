import { type ChildProcess, fork } from 'node:child_process'
import { availableParallelism, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { hash, verify } from '@node-rs/argon2'

/** Parameters of argon2id (RFC 9106): KiB of memory, passes, lanes. */
export interface HashCost {
  readonly memoryCost: number
  readonly timeCost: number
  readonly parallelism: number
}

/**
 * About a tenth of a second of one core: nobody notices it at a sign-in, and whoever steals hashes notices it at each
 * guess (reliability G12). Stored hashes carry their own parameters, so this may grow.
 */
export const productionCost: HashCost = { memoryCost: 65_536, timeCost: 5, parallelism: 1 }

export interface PasswordHashing {
  hash(password: string): Promise<string>
  /** Whether the password is the one of a stored hash. */
  verify(stored: string, password: string): Promise<boolean>
  close(): void
}

/** In the threads of this process: for tests, whose hashes are cheap. */
export const hashingInThreads = (cost: HashCost): PasswordHashing => ({
  hash: (password) => hash(password, cost),
  verify: (stored, password) => verify(stored, password),
  close: () => undefined,
})

interface Question {
  readonly password: string
  /** Null asks for a new hash. */
  readonly stored: string | null
  readonly resolve: (result: string | boolean) => void
  readonly reject: (error: Error) => void
  /** Times a process ended over it. */
  losses: number
}

/** A question that ends processes is not asked for ever. */
const mostLosses = 2

interface Reply {
  readonly result?: string | boolean
  readonly error?: string
}

const program = fileURLToPath(new URL('./password-process.mjs', import.meta.url))
/** 0 is ordinary, 19 the least: whatever else the server does goes first. */
const priority = 15

/** Processes that hash, one question at a time each. */
class HashingProcesses implements PasswordHashing {
  private readonly cost: HashCost
  private readonly size: number
  private readonly idle: ChildProcess[] = []
  private readonly busy = new Map<ChildProcess, Question>()
  private readonly waiting: Question[] = []
  private closed = false

  constructor(cost: HashCost, size: number) {
    this.cost = cost
    this.size = size
  }

  async hash(password: string): Promise<string> {
    return String(await this.ask(password, null))
  }

  async verify(stored: string, password: string): Promise<boolean> {
    return (await this.ask(password, stored)) === true
  }

  close(): void {
    this.closed = true
    for (const child of [...this.idle, ...this.busy.keys()]) child.kill()
  }

  private ask(password: string, stored: string | null): Promise<string | boolean> {
    return new Promise((resolve, reject) => {
      if (this.closed) throw new Error('passwords are not hashed any more: the server stops')
      this.waiting.push({ password, stored, resolve, reject, losses: 0 })
      this.next()
    })
  }

  private next(): void {
    const question = this.waiting[0]
    if (!question) return
    const child = this.idle.pop() ?? (this.busy.size < this.size ? this.start() : undefined)
    if (!child) return
    this.waiting.shift()
    this.busy.set(child, question)
    child.ref()
    child.send({ id: 0, password: question.password, stored: question.stored, cost: this.cost })
  }

  private start(): ChildProcess {
    const child = fork(program, [], { env: {}, execArgv: [], serialization: 'json', stdio: 'ignore' })
    if (child.pid !== undefined) lowerPriority(child.pid)
    child.on('message', (reply: Reply) => this.take(child, reply))
    child.once('error', () => this.lose(child))
    child.once('exit', () => this.lose(child))
    return child
  }

  private take(child: ChildProcess, reply: Reply): void {
    const question = this.busy.get(child)
    this.busy.delete(child)
    this.idle.push(child)
    // A process that has nothing to do keeps nobody from ending.
    child.unref()
    child.channel?.unref()
    if (reply.result === undefined) question?.reject(new Error(`a password was not hashed: ${reply.error}`))
    else question?.resolve(reply.result)
    this.next()
  }

  private askAgain(question: Question): void {
    question.losses += 1
    if (this.closed || question.losses > mostLosses)
      question.reject(new Error('the process that hashes passwords ended'))
    else this.waiting.unshift(question)
  }

  private lose(child: ChildProcess): void {
    const at = this.idle.indexOf(child)
    if (at >= 0) this.idle.splice(at, 1)
    const question = this.busy.get(child)
    this.busy.delete(child)
    if (question) this.askAgain(question)
    if (!this.closed) this.next()
  }
}

const lowerPriority = (pid: number): void => {
  try {
    setPriority(pid, priority)
  } catch (error) {
    // It has ended already, or the system does not let us: it hashes at ordinary priority then.
    if (!(error instanceof Error)) throw error
  }
}

/**
 * In processes of their own with a low priority, as many as there are cores: a morning on which everybody signs in takes
 * the cores that are free, and no time from what others do (docs/decisions/0012-hashing-processes.md).
 */
export const hashingInProcesses = (
  cost: HashCost = productionCost,
  size = availableParallelism(),
): PasswordHashing => new HashingProcesses(cost, size)
