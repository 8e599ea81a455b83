import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { success, wireFlag, wireText } from '../wire.ts'

/** [A.3] A refusal carries `result: 0`. */
export const remind = endpoint({
  verb: 'POST',
  path: '/reminder/',
  right: 'public',
  summary: 'Mail the login and a one-time link to set a new password; 5 an hour per network and per e-mail',
  input: z.object({ email: z._default(wireText(200), '') }),
  reply: z.object({ ...success, result: z.literal(1), message: z.string() }),
})

/** In the body, which no log keeps. */
export const checkPassword = endpoint({
  verb: 'POST',
  path: '/api/passwordCheck/',
  right: 'public',
  summary: 'Why a new password would be refused, null if it would not; 60 calls an hour per network. Stores nothing',
  input: z.object({
    password: z._default(wireText(400), ''),
    /** Whose password it is to be: it must not consist of the login. */
    login: z._default(wireText(200), ''),
    staff: z.optional(wireFlag),
  }),
  reply: z.object({ ...success, reason: z.nullable(z.string()) }),
})

const token = wireText(100)
const newPassword = wireText(400)

export const checkReset = endpoint({
  verb: 'POST',
  path: '/api/reset/',
  method: 'check',
  right: 'public',
  summary: 'The login of a one-time password link; 404 once used or 30 minutes old',
  input: z.object({ token }),
  reply: z.object({ ...success, login: z.string(), staff: z.boolean() }),
})

export const resetPassword = endpoint({
  verb: 'POST',
  path: '/api/reset/',
  method: 'save',
  right: 'public',
  changesSessions: true,
  summary: 'Set a new password with the token of a one-time link; ends all sessions of the account',
  input: z.object({ token, password: newPassword }),
  reply: z.object({ ...success, login: z.string() }),
})

export const changePassword = endpoint({
  verb: 'POST',
  path: '/api/password/',
  right: 'session',
  changesSessions: true,
  whileActing: 'refused',
  summary: "Change one's own password, given the current one; ends the other sessions and renews this one",
  input: z.object({ current: wireText(400).check(z.minLength(1, 'Введите пароль')), password: newPassword }),
  reply: z.object({ ...success }),
})
