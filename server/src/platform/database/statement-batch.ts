import pg from 'pg'
import { prepareValue } from 'pg/lib/utils.js'
import type { DataRow } from './row-client.ts'

/** One statement. With a name it is parsed and planned once a connection; its text is always the same. */
export interface Statement {
  readonly name?: string | undefined
  readonly text: string
  readonly values?: readonly unknown[] | undefined
}

/** What goes in front of statements that leave together, and what behind them, where something does. */
export interface Bracket {
  readonly before: readonly Statement[]
  readonly after?: Statement
}

export interface StatementResult {
  readonly rows: Record<string, unknown>[]
  /** Command as PostgreSQL names what it did: `SELECT`, `INSERT`, `COMMIT`. */
  readonly command: string
  readonly rowCount: number
}

/** A column of this name is JSON that only passes through: its value stays the bytes that came. */
export const bytesColumn = 'bytes'

type Read = (value: Buffer) => unknown

/** How the columns of a statement are called and read. */
interface Shape {
  readonly names: readonly string[]
  readonly readers: readonly Read[]
}

interface FieldDescription {
  readonly name: string
  readonly dataTypeID: number
}

/** What the wire says of prepared statements is asked once a process: the same text has the same columns. */
const shapes = new Map<string, Shape>()

const noColumns: Shape = { names: [], readers: [] }

const shapeOf = (fields: readonly FieldDescription[]): Shape => ({
  names: fields.map(({ name }) => name),
  readers: fields.map(readerOf),
})

const readerOf = ({ name, dataTypeID }: FieldDescription): Read => {
  if (name === bytesColumn) return (value) => value
  const parse = pg.types.getTypeParser(dataTypeID, 'text')
  return (value) => parse(value.toString('utf8'))
}

const rowOf = ({ names, readers }: Shape, values: readonly (Buffer | null)[]): Record<string, unknown> => {
  const row: Record<string, unknown> = {}
  for (let column = 0; column < names.length; column += 1) {
    const value = values[column]
    row[names[column] as string] = value === null || value === undefined ? null : readers[column]?.(value)
  }
  return row
}

/** A statement that somebody waits for. */
export interface Waiting {
  readonly statement: Statement
  /** Values as the protocol takes them. */
  readonly values: readonly (string | Buffer | null)[]
  readonly resolve: (result: StatementResult) => void
  readonly reject: (error: unknown) => void
  /** It was sent to be parsed, for the first time on this connection. */
  parsing: boolean
  shape: Shape | undefined
  readonly rows: Record<string, unknown>[]
  result: StatementResult | undefined
  /** What was wrong with its answer on our side. */
  failure: unknown
}

/** What pg's connection does for a query, as far as it is used here. */
interface Wire {
  readonly stream: { cork(): void; uncork(): void; destroy(error: unknown): void }
  readonly parsedStatements: Record<string, string>
  readonly submittedNamedStatements: Record<string, string>
  parse(message: { text: string; name: string }): void
  bind(message: { statement: string; values: readonly (string | Buffer | null)[] }): void
  describe(message: { type: 'P'; name: '' }): void
  execute(message: { portal: '' }): void
  sync(): void
}

const wireOf = (connection: pg.Connection): Wire => connection as unknown as Wire

const commandPattern = /^([A-Z]+)(?: \d+)*?(?: (\d+))?$/

/**
 * Several statements behind one `Sync` of the protocol: they travel in one piece and PostgreSQL answers them in one.
 * When one fails, those behind it are not run, and all of them reject with its error.
 */
export class StatementBatch extends pg.Query {
  // pg notes under these what was parsed: the statement whose answer comes next, when it was sent to be parsed.
  name: string | undefined
  text = ''
  callback: ((error?: unknown) => void) | undefined
  private readonly waiting: readonly Waiting[]
  private at = 0
  private ended = false

  /** How many of the statements were answered; where one failed, its number from 0 on. */
  get answered(): number {
    return this.at
  }

  constructor(waiting: readonly Waiting[]) {
    super('')
    this.waiting = waiting
  }

  override submit = (connection: pg.Connection): void => {
    const wire = wireOf(connection)
    wire.stream.cork()
    try {
      for (const one of this.waiting) write(wire, one)
      wire.sync()
    } catch (error) {
      // Half of it is written: nothing that comes over this connection could be told apart any more.
      wire.stream.destroy(error)
    } finally {
      wire.stream.uncork()
    }
    this.expect()
  }

  handleRowDescription({ fields }: { fields: readonly FieldDescription[] }): void {
    const one = this.waiting[this.at]
    if (one) one.shape = shapeOf(fields)
  }

  handleDataRow(row: DataRow): void {
    const one = this.waiting[this.at]
    if (!one?.shape) return
    try {
      one.rows.push(rowOf(one.shape, row.values()))
    } catch (error) {
      one.failure = error
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    const one = this.waiting[this.at]
    if (!one) return
    const { name } = one.statement
    if (name !== undefined) shapes.set(name, one.shape ?? noColumns)
    const [, command = text, count] = commandPattern.exec(text) ?? []
    if (one.failure === undefined) one.result = { rows: one.rows, command, rowCount: Number(count ?? 0) }
    this.at += 1
    this.expect()
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: '' })
  }

  handleReadyForQuery(): void {
    this.settle(undefined)
  }

  handleError(error: unknown, connection: pg.Connection): void {
    const { parsedStatements, submittedNamedStatements } = wireOf(connection)
    for (const { parsing, statement } of this.waiting.slice(this.at))
      if (parsing && statement.name !== undefined && parsedStatements[statement.name] === undefined)
        delete submittedNamedStatements[statement.name]
    this.settle(error)
  }

  private expect(): void {
    const next = this.waiting[this.at]
    this.name = next?.parsing ? next.statement.name : undefined
    this.text = next?.statement.text ?? ''
  }

  private settle(error: unknown): void {
    if (this.ended) return
    this.ended = true
    this.callback?.(error)
    for (const { result, failure, resolve, reject } of this.waiting) {
      if (result) resolve(result)
      else reject(failure ?? error ?? new Error('the database left a statement without an answer'))
    }
  }
}

const isParsed = (wire: Wire, name: string): boolean =>
  wire.parsedStatements[name] !== undefined || wire.submittedNamedStatements[name] !== undefined

const write = (wire: Wire, one: Waiting): void => {
  const { name = '', text } = one.statement
  const unnamed = name === ''
  if (unnamed || !isParsed(wire, name)) {
    wire.parse({ text, name })
    one.parsing = !unnamed
    if (!unnamed) wire.submittedNamedStatements[name] = text
  }
  wire.bind({ statement: name, values: one.values })
  // What a connection parses anew may have other columns than it had on those before, and is asked until it has said so.
  one.shape = wire.parsedStatements[name] === undefined ? undefined : shapes.get(name)
  if (!one.shape) wire.describe({ type: 'P', name: '' })
  wire.execute({ portal: '' })
}

export const waitingFor = (
  statement: Statement,
  resolve: Waiting['resolve'],
  reject: Waiting['reject'],
): Waiting => ({
  statement,
  values: (statement.values ?? []).map(prepareValue),
  resolve,
  reject,
  parsing: false,
  shape: undefined,
  rows: [],
  result: undefined,
  failure: undefined,
})

const ignore = (): void => undefined

/** After these the connection leads nowhere: the server is going down, or ended it. */
export const endsConnection = (error: unknown): boolean =>
  !(error instanceof pg.DatabaseError) || /^(57P|08|25P03)/.test(error.code ?? '')

/** Over what a handle sends its statements. */
export interface Line {
  readonly isBracketed: boolean
  bracketWith(bracket: Bracket): void
  send(statement: Statement): Promise<StatementResult>
}

/**
 * The statements of one piece of work on its connection. Those that come in one turn of the event loop leave together
 * at its end. When the work is over nothing more is sent for it: the connection is somebody else's by then.
 */
export class StatementLine implements Line {
  private readonly client: pg.PoolClient
  private waiting: Waiting[] = []
  private over = false
  private broken: Error | undefined
  /** Goes around every batch. */
  private bracket: Bracket | undefined

  constructor(client: pg.PoolClient, bracket?: Bracket) {
    this.client = client
    this.bracket = bracket
  }

  get isBracketed(): boolean {
    return this.bracket !== undefined
  }

  /** Another bracket around the batches from now on. */
  bracketWith(bracket: Bracket): void {
    this.leave()
    this.bracket = bracket
  }

  send(statement: Statement): Promise<StatementResult> {
    if (this.over) return Promise.reject(new Error(`sent after the work was over: ${statement.text}`))
    return this.enqueue(statement)
  }

  /** The same, and it is on its way when the call returns; so is what its bracket ends with, which must succeed too. */
  async sendNow(statement: Statement): Promise<StatementResult> {
    const sent = this.send(statement)
    const [result] = await Promise.all([sent, this.leave()])
    return result
  }

  /** The end of the work: what comes behind it is refused. */
  sendLast(statement: Statement): Promise<StatementResult> {
    this.over = true
    return this.enqueue(statement)
  }

  /** Gives the connection back; a broken one is thrown away. What waits goes out before. */
  release(): void {
    this.over = true
    this.leave()
    this.client.release(this.broken)
  }

  private enqueue(statement: Statement): Promise<StatementResult> {
    return new Promise((resolve, reject) => {
      const one = waitingFor(statement, resolve, reject)
      if (this.waiting.length === 0) setImmediate(() => this.leave())
      this.waiting.push(one)
    })
  }

  /** Sends what waits; resolves when what its bracket ends with is done. */
  private leave(): Promise<unknown> {
    if (this.waiting.length === 0) return Promise.resolve()
    const { before = [], after } = this.bracket ?? {}
    this.submit([...before.map((one) => waitingFor(one, ignore, ignore)), ...this.waiting])
    this.waiting = []
    if (!after) return Promise.resolve()
    // Behind a Sync of its own: it is run also where a statement before it failed.
    const ended = new Promise((resolve, reject) => this.submit([waitingFor(after, resolve, reject)]))
    ended.catch(ignore)
    return ended
  }

  private submit(statements: readonly Waiting[]): void {
    const batch = new StatementBatch(statements)
    batch.callback = (error) => {
      if (error instanceof Error && endsConnection(error)) this.broken = error
    }
    this.client.query(batch)
  }
}
