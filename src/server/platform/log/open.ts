import pino, { type DestinationStream, type Level, type Logger } from 'pino'
import { describeError, failureKey } from './describe-error.ts'
import { createRepeats } from './repeats.ts'

export type Log = Logger

/** Fields allowed in a line besides `err`; their strings are our own names, ids or a client's address. */
const knownFields = new Set([
  // A request.
  'reqId',
  'method',
  'path',
  'status',
  'ms',
  'address',
  'account',
  'event',
  'code',
  // Background work.
  'job',
  'outcome',
  'signal',
  'seconds',
  'repeated',
  'failure',
  'attempts',
  'runId',
  'file',
  'failed',
  'folder',
  'mail',
  'waiting',
  'notified',
  'priceList',
  'rows',
  'items',
  'productId',
  'goods',
  'variants',
  'silentMs',
  'connections',
  'reason',
  'attempt',
  'bytes',
  'sessionId',
  'unseen',
  'active',
])
const maxTextLength = 200
const maxFieldsInside = 30
const warn = 40

/**
 * The log: JSON lines of known harmless fields (`knownFields`, errors by `describeError`); of others only the names are
 * listed, as `unlisted`. Warnings, errors and failed or limited requests are printed once; equal ones are counted as
 * `repeated`.
 */
export function openLog(
  { level }: { level: string },
  destination?: DestinationStream,
): { log: Log; flush: () => void } {
  const repeats = createRepeats()
  const options: pino.LoggerOptions = {
    level,
    formatters: { log: safeFields },
    serializers: { err: (described: unknown) => described },
    hooks: {
      logMethod(args, method, number) {
        const { fields, message } = normalise(args)
        if (number >= warn || isMassRefusal(fields)) {
          const kind = kindOf(fields)
          const series = [number, message, ...Object.values(kind)].join(' ')
          const isFirst = repeats.isFirst(series, (repeated) =>
            print(number, { ...kind, ...repeated }, `repeated: ${message}`),
          )
          if (!isFirst) return
        }
        Reflect.apply(method, this, [fields, message])
      },
    },
  }
  const log = destination === undefined ? pino(options) : pino(options, destination)
  // Counts use a logger without the hook, to avoid counting them again.
  const counts =
    destination === undefined ? pino({ ...options, hooks: {} }) : pino({ ...options, hooks: {} }, destination)
  function print(number: number, fields: object, message: string): void {
    counts[(pino.levels.labels[number] ?? 'warn') as Level](fields, message)
  }
  return { log, flush: () => repeats.flush() }
}

type Fields = Record<string, unknown>

/** A request that failed on our side, exceeded a limit or was no HTTP; these occur in large numbers. */
function isMassRefusal({ status, event }: Fields): boolean {
  return typeof status === 'number' && (status >= 500 || status === 429 || event === 'request.malformed')
}

/** Key of equal lines: the failure, or what a client did. */
function kindOf({ err, status, code, event, account, address }: Fields): Fields {
  if (err !== undefined) return { failure: failureKey(err) }
  const isOfClient = status === 429 || event === 'request.malformed'
  return isOfClient ? { status, code, event, account, address } : { status, code }
}

/** Arguments of the logger as fields and a message of ours; an error's own message is not used. */
function normalise([first, second]: unknown[]): { fields: Fields; message: string } {
  if (typeof first === 'string') return { fields: {}, message: withoutAddresses(first) }
  const fields: Fields = first instanceof Error ? { err: first } : { ...(first as Fields | undefined) }
  const text = typeof second === 'string' ? second : ''
  const own =
    fields.err instanceof Error && fields.err.message !== '' && text.includes(fields.err.message)
      ? ''
      : withoutAddresses(text)
  return { fields, message: own || (fields.err === undefined ? '' : 'error') }
}

/** Libraries put addresses and quoted values into messages; an origin alone is harmless. */
function withoutAddresses(message: string): string {
  return message.replace(/".*"|\S*[/?=]\S*/g, (part) => (/^https?:\/\/[\w.:[\]-]+$/.test(part) ? part : '…'))
}

function safeFields(given: Fields): Fields {
  const safe: Fields = {}
  const unlisted: string[] = []
  for (const [name, value] of Object.entries(given)) {
    if (name === 'err') safe.err = describeError(value)
    else if (knownFields.has(name)) safe[name] = safeValue(value)
    else unlisted.push(name)
  }
  return unlisted.length === 0 ? safe : { ...safe, unlisted }
}

/** Numbers, booleans and short texts; of objects only numbers. */
function safeValue(value: unknown): unknown {
  if (typeof value === 'string') return value.slice(0, maxTextLength)
  if (typeof value !== 'object' || value === null) return value
  const figures = Object.entries(value).filter(([, inner]) => ['number', 'boolean'].includes(typeof inner))
  return Object.fromEntries(figures.slice(0, maxFieldsInside))
}
