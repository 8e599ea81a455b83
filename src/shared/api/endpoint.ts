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
export function pickedBy({ method, action }: Pick<Endpoint, 'method' | 'action'>): Record<string, string> {
  return { ...(method === undefined ? {} : { method }), ...(action === undefined ? {} : { action }) }
}

export function endpoint<Input extends z.ZodMiniType, Reply extends z.ZodMiniType>(
  described: Endpoint<Input, Reply>,
): Endpoint<Input, Reply> {
  return described
}
