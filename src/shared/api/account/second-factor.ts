import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { nothing, success, wireId, wireText } from '../wire.ts'

const password = wireText(200).check(z.minLength(1, 'Введите пароль'))
const code = wireText(60).check(z.trim(), z.minLength(1, 'Введите код'))
/** Shown once: the database holds only their digests. */
const recovery_codes = z.array(z.string())

export const ownSecondFactor = endpoint({
  verb: 'GET',
  path: '/api/second-factor/',
  right: 'secondFactor.own',
  summary: "The caller's second factor: whether it is on and required, and the recovery codes left",
  input: nothing,
  reply: z.object({ ...success, confirmed: z.boolean(), recovery_left: z.number(), demanded: z.boolean() }),
})

export const beginSecondFactor = endpoint({
  verb: 'POST',
  path: '/api/second-factor/',
  method: 'begin',
  right: 'secondFactor.own',
  duringSecondFactorSetup: true,
  summary:
    'Create a secret for an authenticator app, given the password; it takes effect when its first code is confirmed',
  input: z.object({ password }),
  reply: z.object({ ...success, secret: z.string(), uri: z.string() }),
})

export const confirmSecondFactor = endpoint({
  verb: 'POST',
  path: '/api/second-factor/',
  method: 'confirm',
  right: 'secondFactor.own',
  changesSessions: true,
  duringSecondFactorSetup: true,
  summary: 'Switch the second factor on with its first code; ends the other sessions',
  input: z.object({ code }),
  reply: z.object({ ...success, recovery_codes }),
})

export const renewRecoveryCodes = endpoint({
  verb: 'POST',
  path: '/api/second-factor/',
  method: 'renewCodes',
  right: 'secondFactor.own',
  summary: 'New recovery codes instead of the old ones',
  input: z.object({ code }),
  reply: z.object({ ...success, recovery_codes }),
})

export const removeSecondFactor = endpoint({
  verb: 'POST',
  path: '/api/second-factor/',
  method: 'delete',
  right: 'secondFactor.own',
  summary: 'Switch the second factor off, unless it is required',
  input: z.object({ password, code }),
  reply: z.object({ ...success }),
})

const colleague = z.object({
  id: z.number(),
  name: z.string(),
  login: z.string(),
  role: z.enum(['admin', 'sales', 'content']),
  second_factor: z.boolean(),
  sessions: z.number(),
  /** ISO 8601; null = no open session. */
  last_used: z.nullable(z.string()),
})
export type StaffSignIn = z.output<typeof colleague>

export const staffSignIns = endpoint({
  verb: 'GET',
  path: '/api/staff/sign-ins/',
  right: 'staff.settings',
  summary: 'Second factors and sign-ins of staff',
  input: nothing,
  reply: z.object({ ...success, staff: z.array(colleague) }),
})

export const resetSecondFactor = endpoint({
  verb: 'POST',
  path: '/api/staff/sign-ins/',
  method: 'resetSecondFactor',
  right: 'staff.settings',
  changesSessions: true,
  summary: "Remove a colleague's second factor after a lost device; ends their sessions. 403 for one's own",
  input: z.object({ id: wireId }),
  reply: z.object({ ...success }),
})
