import { endpointAddress, fillPath } from '#shared/api/address.ts'
import { callSelector, type Endpoint, type InputOf, type ReplyOf } from '#shared/api/endpoint.ts'
import { backgroundHeader } from '#shared/constants.ts'
import type { ErrorBody, ErrorCode } from '#shared/errors.ts'
import { isPersonActive } from './activity.ts'
import { askWhoAsked, callerHeaders, forgetRefusedAnswer, heldCalls } from './caller.ts'

export type Send = (path: string, init: RequestInit) => Promise<Response>

export type CallOptions = {
  send?: Send
  /** Idempotency key: the same key again returns the first answer. */
  key?: string
  /** Who asked for it, and how, if staff act as a buyer; absent: the person is asked where the call demands it. */
  askedBy?: string | undefined
  signal?: AbortSignal
  /** The browser completes the call even after the page is closed. */
  keepalive?: boolean
}

/** A refused call, with the server's message. */
export class CallError extends Error {
  readonly status: number
  readonly code: ErrorCode | 'offline'
  readonly body: Partial<ErrorBody>

  constructor(status: number, body: Partial<ErrorBody>, options?: ErrorOptions) {
    super(body.message ?? 'Сервер не отвечает. Проверьте соединение', options)
    this.status = status
    this.code = body.code ?? 'offline'
    this.body = body
  }
}

/** Messages of a refusal by field. */
export function fieldErrorsOf(error: unknown): Readonly<Record<string, string>> {
  return error instanceof CallError ? (error.body.fields ?? {}) : {}
}

/** Makes a described call; throws CallError when it is refused or the server is unreachable. */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: CallOptions = {},
): Promise<ReplyOf<E>> {
  const { path, rest } = fillPath(endpoint.path, input as Record<string, unknown>)
  const isGet = endpoint.verb === 'GET'
  const body = { ...callSelector(endpoint), ...rest }
  const form = toFormData(body)
  const asking = askWhoAsked(endpoint, options)
  const askedBy = asking === undefined ? options.askedBy : await asking
  const hold = heldCalls()
  if (hold) await hold
  const headers: Record<string, string> = { accept: 'application/json', ...callerHeaders(endpoint, askedBy) }
  // The browser sets the content type of a form, with its boundary.
  if (!isGet && !form) headers['content-type'] = 'application/json'
  if (endpoint.changesState) headers['x-requested-with'] = 'portal'
  if (!isPersonActive()) headers[backgroundHeader] = '1'
  if (options.key !== undefined) headers['idempotency-key'] = options.key

  const send = options.send ?? fetch
  const response = await send(isGet ? endpointAddress(endpoint, input) : path, {
    method: endpoint.verb,
    headers,
    credentials: 'same-origin',
    ...(isGet ? {} : { body: form ?? JSON.stringify(body) }),
    ...(options.signal ? { signal: options.signal } : {}),
    ...(options.keepalive ? { keepalive: true } : {}),
  }).catch((error: unknown) => {
    if (options.signal?.aborted) throw error
    throw new CallError(0, {}, { cause: error })
  })
  const answer: unknown = await response.json().catch(() => ({}))
  if (!response.ok) {
    const body = answer as Partial<ErrorBody>
    forgetRefusedAnswer(options.key, body.fields)
    throw new CallError(response.status, body)
  }
  return answer as ReplyOf<E>
}

/** An input with a file is sent as a form, with other non-text values as JSON. */
function toFormData(body: Record<string, unknown>): FormData | undefined {
  const fields = Object.entries(body).filter(([, value]) => value !== undefined && value !== null)
  if (!fields.some(([, value]) => value instanceof Blob)) return undefined
  const form = new FormData()
  for (const [name, value] of fields)
    form.append(name, value instanceof Blob || typeof value === 'string' ? value : JSON.stringify(value))
  return form
}
