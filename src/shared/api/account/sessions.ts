import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { nothing, success, wireId } from '../wire.ts'

const session = z.object({
  id: z.number(),
  /** Browser and system: 'Chrome, Windows'; '' when unknown. */
  device: z.string(),
  /** Network address of the sign-in. */
  address: z.string(),
  /** ISO 8601. */
  since: z.string(),
  /** ISO 8601, exact to a minute. */
  last_used: z.string(),
  /** The session that makes this call. */
  current: z.boolean(),
})
export type OwnSession = z.output<typeof session>

export const ownSessions = endpoint({
  verb: 'GET',
  path: '/api/sessions/',
  right: 'session',
  whileActing: 'refused',
  summary: 'Sessions of the account, most recently used first',
  input: nothing,
  reply: z.object({ ...success, sessions: z.array(session) }),
})

export const endSession = endpoint({
  verb: 'POST',
  path: '/api/sessions/',
  method: 'delete',
  right: 'session',
  changesSessions: true,
  whileActing: 'refused',
  summary: 'End a session of the account; 404 when it has already ended',
  input: z.object({ id: wireId }),
  reply: z.object({ ...success }),
})

export const endOtherSessions = endpoint({
  verb: 'POST',
  path: '/api/sessions/',
  method: 'deleteOthers',
  right: 'session',
  changesSessions: true,
  whileActing: 'refused',
  summary: 'End all other sessions of the account; returns their number',
  input: nothing,
  reply: z.object({ ...success, ended: z.number() }),
})

/** Whether this person had never signed in with this browser, or from this network, before; '' where they had. */
export const firstTime = z.enum(['', 'browser', 'network', 'both'])
export type FirstTime = z.output<typeof firstTime>

const signIn = z.object({
  id: z.number(),
  /** ISO 8601. */
  at: z.string(),
  kind: z.enum(['entered', 'refused', 'resetAsked', 'passwordChanged']),
  /** Why it was refused, in Russian; '' otherwise. */
  reason: z.string(),
  /** Network address; '' where it has been erased. */
  address: z.string(),
  /** Browser and system; '' when unknown. */
  device: z.string(),
  first: firstTime,
})
export type OwnSignIn = z.output<typeof signIn>

export const ownSignIns = endpoint({
  verb: 'GET',
  path: '/api/sign-ins/',
  right: 'session',
  whileActing: 'refused',
  summary: 'Sign-in history of the login, latest first, 20 per page: sign-ins, refusals, new passwords',
  input: z.object({ before: z.optional(wireId) }),
  reply: z.object({ ...success, items: z.array(signIn), more: z.boolean() }),
})
