import type * as z from 'zod/mini'
import type { ErrorCode } from '../errors.ts'
import type { Right } from '../rights.ts'

export type Verb = 'GET' | 'POST' | 'DELETE'

/**
 * One call of the portal, described once for the server, the web and the tests. `path` may contain `:id` (or `:id?`),
 * filled from the input's `id`. `method` (for drafts `action`) distinguishes calls that share an address: the server
 * looks for it in the body. `right`: what the caller needs; 'public' is open to guests, 'session' to every signed-in
 * account.
 */
export type Endpoint<Input extends z.ZodMiniType = z.ZodMiniType, Reply extends z.ZodMiniType = z.ZodMiniType> = {
  verb: Verb
  path: `/${string}`
  method?: string
  action?: string
  right: Right | 'public' | 'session'
  summary: string
  /** A GET that changes state (legacy API): same-origin requests only. */
  changesState?: true
  /** May end or unlock sessions: the process drops its cached callers before the call answers. */
  changesSessions?: true
  /** Also answered to an account that must set up a second factor first. */
  duringSecondFactorSetup?: true
  /** What becomes of the call while staff act as a buyer; absent: it is made as the buyer. */
  whileActing?: WhileActing
  /** Answers with server-sent events until the client disconnects; `reply` is the data of one event. */
  streams?: true
  /**
   * Callers send the same few bodies again and again, such as first pages: each is parsed once, and its input is shared
   * and frozen. Not for bodies with secrets.
   */
  repeats?: true
  /** The call carries an `Idempotency-Key` header. */
  idempotent?: boolean
  /** The reply has `state: 'success'`, and every refusal `state: 'error'`. */
  answersState?: true
  /** Invalid input is refused with the message of this error instead of the general one. */
  invalidMessageOf?: ErrorCode
  input: Input
  reply: Reply
}

/**
 * 'refused': only the buyer in person may. 'asked': moves the buyer's money or goods, so that the call must carry who
 * asked for it (`askedByHeader`). 'own': made as the member of staff, not as the buyer.
 */
export type WhileActing = 'refused' | 'asked' | 'own'

export type InputOf<E extends Endpoint> = z.input<E['input']>
export type ParsedInputOf<E extends Endpoint> = z.output<E['input']>
export type ReplyOf<E extends Endpoint> = z.output<E['reply']>

/** The part of the body that selects this call among those at its address: {method}, {action} or nothing. */
export function callSelector({ method, action }: Pick<Endpoint, 'method' | 'action'>): Record<string, string> {
  return { ...(method === undefined ? {} : { method }), ...(action === undefined ? {} : { action }) }
}

export function endpoint<Input extends z.ZodMiniType, Reply extends z.ZodMiniType>(
  described: Endpoint<Input, Reply>,
): Endpoint<Input, Reply> {
  return described
}

type FileCall<Input extends z.ZodMiniType> = Pick<
  Endpoint<Input>,
  'path' | 'right' | 'summary' | 'input' | 'whileActing'
> & {
  /** A caller with this right is allowed too. */
  orRight?: Right
}

/** A call that answers with a file. */
export type DownloadEndpoint<Input extends z.ZodMiniType = z.ZodMiniType> = FileCall<Input> & {
  verb: 'GET'
  /** Media types of the answer. */
  answers: readonly string[]
  /** Answered with 202 while the file is being written. */
  progress?: z.ZodMiniType
  /** The answer does not depend on the caller, so no session is looked up. Only for `right: 'public'`. */
  withoutSession?: true
  /** An invalid query is a 404 too. */
  hidesWrongQuery?: true
}

/** A call that takes a file as its whole body; the type is detected from the content, not from `content-type`. */
export type UploadEndpoint<
  Input extends z.ZodMiniType = z.ZodMiniType,
  Reply extends z.ZodMiniType = z.ZodMiniType,
> = FileCall<Input> & {
  verb: 'POST'
  right: Right
  takes: { mediaTypes: readonly string[]; maxBytes: number; tooLarge: string }
  reply: Reply
}

/**
 * A call that sends or receives raw bytes instead of JSON. `path` may contain any `:name`. `input` checks address and
 * query: an error in the address is a 404, in the query a 400.
 */
export type FileEndpoint = DownloadEndpoint | UploadEndpoint

export function fileEndpoint<const E extends FileEndpoint>(described: E): E {
  return described
}

export function isUpload(described: FileEndpoint): described is UploadEndpoint {
  return 'takes' in described
}
