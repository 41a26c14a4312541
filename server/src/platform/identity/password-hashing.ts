import { type ChildProcess, fork } from 'node:child_process'
import { availableParallelism, setPriority } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { childEnvironment } from '../child-environment.ts'
import { programFile } from '../program-file.ts'

/** Parameters of argon2id (RFC 9106): KiB of memory, passes, lanes. */
export interface HashCost {
  readonly memoryCost: number
  readonly timeCost: number
  readonly parallelism: number
}

/**
 * About a tenth of a second of one core: nobody notices it at a sign-in, and whoever steals hashes notices it at each
 * guess (promises.md G12). Stored hashes carry their own parameters, so this may grow.
 */
export const productionCost: HashCost = { memoryCost: 65_536, timeCost: 5, parallelism: 1 }

export interface PasswordHashing {
  hash(password: string): Promise<string>
  /** Whether the password is the one of a stored hash. */
  verify(stored: string, password: string): Promise<boolean>
  close(): void
}

/** Hashes in the threads of this process: for tests, whose hashes are cheap. */
export const hashingInThreads = (cost: HashCost): PasswordHashing => ({
  hash: (password) => hash(password, cost),
  verify: (stored, password) => verify(stored, password),
  close: () => undefined,
})

interface Question {
  readonly password: string
  /** Hash to compare with; null asks for a new one. */
  readonly stored: string | null
  readonly resolve: (result: string | boolean) => void
  readonly reject: (error: Error) => void
  /** Times a process ended over it. */
  losses: number
}

/** A question that ends processes is not asked for ever. */
const mostLosses = 2

/** What a process is asked. */
export interface HashRequest extends Pick<Question, 'password' | 'stored'> {
  readonly id: number
  readonly cost: HashCost
}

/** What it answers: the new hash, whether it is that password, or why neither. */
export interface HashReply {
  readonly id: number
  readonly result?: string | boolean
  readonly error?: string
}

const program = programFile(import.meta.url, './password-process.ts')
/** 0 is ordinary, 19 the least: whatever else the server does goes first. */
const priority = 15

/** Questions a process is given: one that it works on, and one that lies ready so that it need not wait for us. */
const depth = 2

interface Hasher {
  readonly child: ChildProcess
  readonly asked: Map<number, Question>
}

/** Processes that hash, one question at a time each. */
class HashingProcesses implements PasswordHashing {
  private readonly cost: HashCost
  private readonly size: number
  private readonly hashers = new Set<Hasher>()
  private readonly waiting: Question[] = []
  private lastId = 0
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
    for (const { child } of this.hashers) child.kill()
  }

  private ask(password: string, stored: string | null): Promise<string | boolean> {
    return new Promise((resolve, reject) => {
      if (this.closed) throw new Error('passwords are not hashed any more: the server stops')
      this.waiting.push({ password, stored, resolve, reject, losses: 0 })
      this.next()
    })
  }

  /** The one with the least to do; a new one before anybody has two questions. */
  private chooseHasher(): Hasher | undefined {
    const [least] = [...this.hashers].sort((a, b) => a.asked.size - b.asked.size)
    if (least?.asked.size === 0) return least
    if (this.hashers.size < this.size) return this.start()
    return least && least.asked.size < depth ? least : undefined
  }

  private next(): void {
    const hasher = this.waiting.length > 0 ? this.chooseHasher() : undefined
    const question = hasher && this.waiting.shift()
    if (!hasher || !question) return
    this.lastId += 1
    hasher.asked.set(this.lastId, question)
    hasher.child.ref()
    const { password, stored } = question
    const request: HashRequest = { id: this.lastId, password, stored, cost: this.cost }
    hasher.child.send(request)
    this.next()
  }

  private start(): Hasher {
    const child = fork(program, [], {
      env: childEnvironment(),
      execArgv: [],
      serialization: 'json',
      stdio: 'ignore',
    })
    if (child.pid !== undefined) lowerPriority(child.pid)
    const hasher: Hasher = { child, asked: new Map() }
    this.hashers.add(hasher)
    child.on('message', (reply: HashReply) => this.take(hasher, reply))
    child.once('error', () => this.lose(hasher))
    child.once('exit', () => this.lose(hasher))
    return hasher
  }

  private take(hasher: Hasher, reply: HashReply): void {
    const question = hasher.asked.get(reply.id)
    hasher.asked.delete(reply.id)
    if (hasher.asked.size === 0) {
      // A process that has nothing to do keeps nobody from ending.
      hasher.child.unref()
      hasher.child.channel?.unref()
    }
    this.next()
    if (reply.result === undefined) question?.reject(new Error(`a password was not hashed: ${reply.error}`))
    else question?.resolve(reply.result)
  }

  private askAgain(question: Question): void {
    question.losses += 1
    if (this.closed || question.losses > mostLosses)
      question.reject(new Error('the process that hashes passwords ended'))
    else this.waiting.unshift(question)
  }

  private lose(hasher: Hasher): void {
    this.hashers.delete(hasher)
    for (const question of hasher.asked.values()) this.askAgain(question)
    hasher.asked.clear()
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
