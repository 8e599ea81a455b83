import * as z from 'zod/mini'
import { endpoint, fileEndpoint } from '../endpoint.ts'
import { nothing, success } from '../wire.ts'

/** [P.11] [R.2] An address to hand out. */
export const openDemo = fileEndpoint({
  verb: 'GET',
  path: '/demo',
  right: 'public',
  withoutSession: true,
  summary: 'Marks the browser, whose sign-in page then offers the demo mode, and leads to it',
  input: nothing,
  answers: ['text/html'],
})

/** [C.33] Also for guests: the sign-in page offers the demo mode. */
export const getUserDemo = endpoint({
  verb: 'GET',
  path: '/api/getUserDemo/',
  right: 'public',
  summary: 'Whether the caller is in demo mode or opened its address, and whether it is enabled',
  input: nothing,
  reply: z.object({ ...success, isDemo: z.boolean(), isOpen: z.boolean() }),
})

export const enterDemo = endpoint({
  verb: 'POST',
  path: '/api/enterDemo/',
  right: 'public',
  changesSessions: true,
  summary: 'Sign in as a new visitor with an own contract; deleted at night',
  input: nothing,
  reply: z.object(success),
})
