import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'

// Paths and queries may hold names that somebody searched for; ids and the route's pattern say enough.
const redact = [
  'req.headers.authorization',
  'req.headers.cookie',
  'res.headers["set-cookie"]',
  'password',
  '*.password',
  'token',
  '*.token',
]

interface LoggedRequest {
  readonly method: string
  readonly routeOptions?: { readonly url?: string }
  readonly ip: string
}

type LoggedError = Error & { code?: string; constraint?: string; table?: string }

interface ErrorDescription {
  readonly type: string
  readonly code?: string | undefined
  readonly constraint?: string | undefined
  readonly table?: string | undefined
  readonly message: string
  readonly frames: string
  readonly cause?: ErrorDescription
}

// Messages and details of database errors quote values, and so do those of a text that is no JSON.
const quotesValues = (error: LoggedError): boolean =>
  error instanceof SyntaxError || (error.code !== undefined && /^[0-9A-Z]{5}$/.test(error.code))

// A stack begins with the message, which may have several lines, some of them made to look like frames.
const framesOf = ({ stack = '', message }: LoggedError): string => {
  const start = stack.indexOf(message)
  if (start === -1) return ''
  return stack.slice(start + message.length).trim()
}

/** An error and what caused it, without a word of what somebody typed: code, place and where in our code. */
const describeError = (error: LoggedError, depth = 0): ErrorDescription => ({
  type: error.name,
  code: error.code,
  constraint: error.constraint,
  table: error.table,
  message: quotesValues(error) ? 'see type, code and table' : error.message,
  frames: framesOf(error),
  ...(error.cause instanceof Error && depth < 5 ? { cause: describeError(error.cause, depth + 1) } : {}),
})

// JSON escapes line feeds and ESC by itself. What is left does the same to some terminals and readers of lines: delete,
// the controls of Latin-1 (one of them begins colours as ESC does), separators of lines, what turns the direction of writing.
const unruly = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g

const escaped = (sign: string): string => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`

/** The line with those signs as JSON may write them: whoever reads it as JSON gets the same text. */
const tame = (line: string): string => line.replace(unruly, escaped)

const options = (level: string): LoggerOptions => ({
  level,
  hooks: { streamWrite: tame },
  redact: { paths: redact, censor: '…' },
  serializers: {
    req: (request: LoggedRequest) => ({
      method: request.method,
      route: request.routeOptions?.url ?? 'unknown',
      ip: request.ip,
    }),
    err: (error: LoggedError) => describeError(error),
  },
})

/** One JSON line an event on standard output, or where `destination` says. */
export const createLogger = (level: string, destination?: DestinationStream): Logger =>
  destination ? pino(options(level), destination) : pino(options(level))
