import { DrizzleQueryError } from 'drizzle-orm/errors'
import { AppError } from '#server/platform/app-error.ts'

export type DescribedError = {
  type: string
  code?: string
  message?: string
  /** Text of the failed statement with literals blanked; never its parameters. */
  statement?: string
  stack?: string[]
  cause?: DescribedError
  [field: string]: unknown
}

const maxCauses = 4
const maxFrames = 12
const maxTextLength = 300

/**
 * Fields that identify the failed object in errors of PostgreSQL, the system and the mail server; none contains data.
 */
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
 * An error for the log: only fields known to be harmless, without statement parameters, quoted values and addresses.
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

/** Identity of a failure: code of the innermost cause with one, otherwise its type. */
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
  // Our messages are fixed sentences that their code identifies; messages of failed statements contain parameters,
  // those of parsers the parsed text.
  if (error instanceof AppError || error instanceof DrizzleQueryError || error instanceof SyntaxError) return ''
  return redactText(error.message)
}

/** Keeps plain English words; replaces quoted parts, numbers, addresses, tokens and other alphabets by '…'. */
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

/** Only the stack frames, because the lines above repeat the message. */
function framesOf({ stack = '', message }: Error): string[] {
  const at = message === '' ? -1 : stack.indexOf(message)
  const frames = at < 0 ? stack : stack.slice(at + message.length)
  return frames
    .split('\n')
    .filter((line) => /^ {4}at /.test(line))
    .slice(0, maxFrames)
    .map((line) => line.trim())
}
