import { EventEmitter } from 'node:events'
import pg from 'pg'

/** The values of one row as they came. Texts are made of those that are asked for. */
export class DataRow {
  readonly name = 'dataRow'
  private readonly body: Buffer

  /** `body` is that of a DataRow message: a count, then length and bytes of each value, length -1 for null. */
  constructor(body: Buffer) {
    this.body = body
  }

  values(): (Buffer | null)[] {
    const { body } = this
    const values: (Buffer | null)[] = []
    let at = 2
    for (let left = body.readUInt16BE(0); left > 0; left -= 1) {
      const length = body.readInt32BE(at)
      at += 4
      values.push(length === -1 ? null : body.subarray(at, at + length))
      if (length > 0) at += length
    }
    return values
  }

  /** What pg's own queries read. */
  get fields(): (string | null)[] {
    return this.values().map((value) => value?.toString('utf8') ?? null)
  }
}

const headLength = 5
const dataRowCode = 'D'.charCodeAt(0)

interface Receiver {
  row(row: DataRow): void
  /** Whole messages of other kinds, one behind the other. */
  others(messages: Buffer): void
}

/** Cuts what a socket receives into messages and tells rows from the rest. */
export class MessageReader {
  private readonly receiver: Receiver
  private kept: Buffer[] = []
  private keptLength = 0
  /** Length of the message that has begun, as far as it is known. */
  private wanted = headLength

  constructor(receiver: Receiver) {
    this.receiver = receiver
  }

  read(chunk: Buffer): void {
    this.kept.push(chunk)
    this.keptLength += chunk.length
    if (this.keptLength < this.wanted) return
    const bytes = this.kept.length === 1 ? chunk : Buffer.concat(this.kept, this.keptLength)
    const end = this.readMessages(bytes)
    this.kept = end < bytes.length ? [bytes.subarray(end)] : []
    this.keptLength = bytes.length - end
  }

  /** Hands on every whole message; answers where the first begins that is not whole. */
  private readMessages(bytes: Buffer): number {
    let others = 0
    let at = 0
    this.wanted = headLength
    while (bytes.length - at >= headLength) {
      const end = at + 1 + bytes.readUInt32BE(at + 1)
      if (end > bytes.length) {
        this.wanted = end - at
        break
      }
      if (bytes[at] === dataRowCode) {
        if (others < at) this.receiver.others(bytes.subarray(others, at))
        this.receiver.row(new DataRow(bytes.subarray(at + headLength, end)))
        others = end
      }
      at = end
    }
    if (others < at) this.receiver.others(bytes.subarray(others, at))
    return at
  }
}

interface Source {
  on(event: 'data', listener: (chunk: Buffer) => void): unknown
}

interface Listening {
  attachListeners(stream: Source): void
  emit(event: 'dataRow', row: DataRow): void
}

/**
 * A client whose rows stay bytes. pg makes a text of every value; the wire JSON of a long list would become one only
 * to be made into the same bytes again, which was a third of what such an answer cost Node.
 */
export class RowClient extends pg.Client {
  constructor(settings?: pg.ClientConfig) {
    super(settings)
    const connection = this.connection as unknown as Listening
    const attachListeners = connection.attachListeners.bind(connection)
    connection.attachListeners = (stream) => {
      const rest = new EventEmitter()
      attachListeners(rest)
      const reader = new MessageReader({
        row: (row) => connection.emit('dataRow', row),
        others: (messages) => void rest.emit('data', messages),
      })
      stream.on('data', (chunk) => reader.read(chunk))
    }
  }
}
