import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { nothing, success } from '../wire.ts'

/** [C.33] Guests ask, too: their page offers the demo mode. */
export const getUserDemo = endpoint({
  verb: 'GET',
  path: '/api/getUserDemo/',
  right: 'public',
  summary: 'Whether the caller is in demo mode, or came by its address, and whether it is open',
  input: nothing,
  reply: z.object({ ...success, isDemo: z.boolean(), isOpen: z.boolean() }),
})

export const enterDemo = endpoint({
  verb: 'POST',
  path: '/api/enterDemo/',
  right: 'public',
  changesSessions: true,
  summary: 'Sign in as a new visitor with a contract of their own, until the next night',
  input: nothing,
  reply: z.object(success),
})
