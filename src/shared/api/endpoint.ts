import type * as z from 'zod/mini'
import type { Right } from '../rights.ts'

export type Verb = 'GET' | 'POST' | 'DELETE'

/**
 * One call of the portal, described once for the server, the web and the tests.
 * `path` may hold `:id` (or `:id?`); the input's `id` fills it.
 * `method`, or for drafts `action`, tells apart calls that share an address: the server looks for it in the body.
 * `right` is what the caller's role must hold; 'public' is open to guests, 'session' to everybody signed in.
 */
export type Endpoint<Input extends z.ZodMiniType = z.ZodMiniType, Reply extends z.ZodMiniType = z.ZodMiniType> = {
  verb: Verb
  path: `/${string}`
  method?: string
  action?: string
  right: Right | 'public' | 'session'
  summary: string
  /** A GET that changes state (the older layer's): answered to same-origin requests only. */
  changesState?: true
  /** Also answered to whoever has to set up a second factor before anything else. */
  duringSecondFactorSetup?: true
  /** Answers with server-sent events until the client leaves; `reply` is the data of one. */
  streams?: true
  /** The call carries an `Idempotency-Key` header. */
  idempotent?: boolean
  input: Input
  reply: Reply
}

export type InputOf<E extends Endpoint> = z.input<E['input']>
export type ParsedInputOf<E extends Endpoint> = z.output<E['input']>
export type ReplyOf<E extends Endpoint> = z.output<E['reply']>

/** What in the body picks this call among those at its address: {method}, {action} or nothing. */
export function callSelector({ method, action }: Pick<Endpoint, 'method' | 'action'>): Record<string, string> {
  return { ...(method === undefined ? {} : { method }), ...(action === undefined ? {} : { action }) }
}

export function endpoint<Input extends z.ZodMiniType, Reply extends z.ZodMiniType>(
  described: Endpoint<Input, Reply>,
): Endpoint<Input, Reply> {
  return described
}

type FileCall<Input extends z.ZodMiniType> = Pick<Endpoint<Input>, 'path' | 'right' | 'summary' | 'input'> & {
  /** A caller who holds this right instead is let in, too. */
  orRight?: Right
}

/** A call that answers with a file. */
export type DownloadEndpoint<Input extends z.ZodMiniType = z.ZodMiniType> = FileCall<Input> & {
  verb: 'GET'
  /** Media types of the answer. */
  answers: readonly string[]
  /** Answered with 202 while the file is being written. */
  progress?: z.ZodMiniType
  /** The answer is the same for whoever asks, so no session is looked up. Only for `right: 'public'`. */
  withoutSession?: true
  /** A wrong query is a 404, too. */
  hidesWrongQuery?: true
}

/** A call that takes a file as its whole body; `content-type` of the request does not count, the content does. */
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
 * A call whose bytes travel as they are, not as JSON. `path` may hold any `:name`. `input` checks address and query
 * together: what is wrong with the address is a 404, with the query a 400.
 */
export type FileEndpoint = DownloadEndpoint | UploadEndpoint

export function fileEndpoint<const E extends FileEndpoint>(described: E): E {
  return described
}

export function isUpload(described: FileEndpoint): described is UploadEndpoint {
  return 'takes' in described
}
