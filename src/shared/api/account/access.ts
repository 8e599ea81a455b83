import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { nothing, success, wireText } from '../wire.ts'

export const me = z.object({
  id: z.number(),
  login: z.string(),
  name: z.string(),
  role: z.enum(['owner', 'manager', 'accountant', 'receiver', 'admin', 'sales', 'content', 'exchange']),
  type_id: z.nullable(z.number()),
  organisation: z.nullable(z.object({ id: z.number(), header: z.string() })),
  /** The personal manager of the buyer; undefined for staff. */
  manager: z.nullable(z.object({ name: z.string(), phone: z.string(), email: z.string() })),
  /** A visitor of the demo mode. */
  demo: z.boolean(),
  rights: z.array(z.string()),
  /** Until this person has set up a second factor every other call is refused. */
  second_factor_due: z.boolean(),
  /** Set while staff act as this buyer. */
  acting: z.nullable(
    z.object({
      /** Of the member of staff. */
      name: z.string(),
      /** 'за Павла Громова' */
      behalf: z.string(),
      /** ISO time. */
      since: z.string(),
      /** Until it ends, if it is not used. */
      seconds_left: z.number(),
    }),
  ),
})

export type Me = z.output<typeof me>

export const signIn = endpoint({
  verb: 'POST',
  path: '/api/login/',
  right: 'public',
  changesSessions: true,
  summary: 'Sign in by login and password; sets the session cookie. 401 secondFactorNeeded: repeat with a code',
  input: z.object({
    login: wireText(200).check(z.trim(), z.minLength(1)),
    password: wireText(200).check(z.minLength(1)),
    /** Code of the authenticator app, or a recovery code; spaces and dashes are ignored. */
    code: z.optional(wireText(60)),
  }),
  reply: z.object({ ...success, me }),
})

export const signOut = endpoint({
  verb: 'POST',
  path: '/api/logout/',
  right: 'public',
  changesSessions: true,
  summary: 'End the session',
  input: nothing,
  reply: z.object({ ...success }),
})

/** Answers `me: null` to a guest, so that the web can show its auth window without an error in the console. */
export const whoAmI = endpoint({
  verb: 'GET',
  path: '/api/me/',
  right: 'public',
  summary: 'Who is signed in',
  duringSecondFactorSetup: true,
  input: nothing,
  reply: z.object({ ...success, me: z.nullable(me) }),
})
