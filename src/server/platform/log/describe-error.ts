import { DrizzleQueryError } from 'drizzle-orm/errors'
import { AppError } from '#server/platform/app-error.ts'

export type DescribedError = {
  type: string
  code?: string
  message?: string
  /** The text of the failed statement, with its literals blanked: never its parameters. */
  statement?: string
  stack?: string[]
  cause?: DescribedError
  [field: string]: unknown
}

const maxCauses = 4
const maxFrames = 12
const maxTextLength = 300

/** Fields naming what failed in errors of PostgreSQL, the system and the mail server; none holds a value. */
const namingFields = [
  'severity',
  'schema',
  'table',
  'column',
  'constraint',
  'routine',
  'syscall',
  'errno',
  'responseCode',
]

/**
 * An error for the log: only fields known to be harmless. Statement parameters, quoted values, addresses and other
 * fields are left out.
 */
export function describeError(error: unknown, depth = 0): DescribedError {
  if (!(error instanceof Error)) return { type: typeof error }
  const described: DescribedError = { type: /^[A-Za-z]\w{0,59}$/.test(error.name) ? error.name : 'Error' }
  const { code } = error as { code?: unknown }
  if (typeof code === 'string' && /^\w{1,60}$/.test(code)) described.code = code
  const message = messageOf(error)
  if (message !== '') described.message = message
  for (const name of namingFields) {
    const value = (error as unknown as Record<string, unknown>)[name]
    if (typeof value === 'number' || (typeof value === 'string' && /^\w{1,80}$/.test(value))) described[name] = value
  }
  if (error instanceof DrizzleQueryError) described.statement = blankLiterals(error.query)
  const stack = framesOf(error)
  if (stack.length > 0) described.stack = stack
  if (error.cause !== undefined && depth < maxCauses) described.cause = describeError(error.cause, depth + 1)
  return described
}

/** What makes two errors the same failure: the code of the innermost cause that has one, or its type. */
export function failureKey(error: unknown): string {
  let key = ''
  let current = error
  for (let depth = 0; current instanceof Error && depth <= maxCauses; depth += 1) {
    const { code } = current as { code?: unknown }
    if (typeof code === 'string') key = code
    else if (key === '' || current.cause === undefined) key ||= current.name
    current = current.cause
  }
  return key
}

function messageOf(error: Error): string {
  // Ours is a fixed sentence that its code names; a failed statement's holds the parameters, a parser's the parsed
  // text.
  if (error instanceof AppError || error instanceof DrizzleQueryError || error instanceof SyntaxError) return ''
  return redactText(error.message)
}

/** The plain English words of a text; quoted parts, numbers, addresses, tokens and other alphabets become '…'. */
export function redactText(text: string): string {
  const [firstLine = ''] = text.slice(0, maxTextLength).split('\n')
  const unquoted = firstLine.replace(/(["'`]).*\1|«.*»/g, '…')
  const words = unquoted
    .split(/\s+/)
    .map((word) => (/^\(?([A-Z]?[a-z]{1,19}|[A-Z_]{1,30})[).,:;!?]*$/.test(word) ? word : '…'))
  return words
    .filter((word, index) => word !== '…' || words[index - 1] !== '…')
    .join(' ')
    .trim()
}

function blankLiterals(statement: string): string {
  const blanked = statement.replace(/'(?:[^']|'')*('|$)/g, '?').replace(/(?<![$\w])\d+(\.\d+)?/g, '?')
  return blanked.slice(0, maxTextLength)
}

/** Where it was thrown: the frames alone, for the lines above them repeat the message. */
function framesOf({ stack = '', message }: Error): string[] {
  const at = message === '' ? -1 : stack.indexOf(message)
  const frames = at < 0 ? stack : stack.slice(at + message.length)
  return frames
    .split('\n')
    .filter((line) => /^ {4}at /.test(line))
    .slice(0, maxFrames)
    .map((line) => line.trim())
}
