import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { integerBetween, nothing, success, wireFlag } from '../wire.ts'

const settings = z.object({
  /** Idle time after which a session ends. */
  idle_hours_staff: z.number(),
  idle_days_buyers: z.number(),
  /** Staff must set up a second factor at sign-in. */
  second_factor_demanded: z.boolean(),
})
export type AccessSettings = z.output<typeof settings>

export const accessSettings = endpoint({
  verb: 'GET',
  path: '/api/staff/access/',
  right: 'staff.settings',
  summary: 'Rules of sign-in and session length',
  input: nothing,
  reply: z.object({ ...success, settings }),
})

export const saveAccessSettings = endpoint({
  verb: 'POST',
  path: '/api/staff/access/',
  method: 'save',
  right: 'staff.settings',
  changesSessions: true,
  summary:
    'Change session lifetimes; sessions idle for longer end at once. With `end_sessions`, sessions of staff ' +
    "without a required second factor end too, except the caller's own. `seen` is what was shown: " +
    '409 if somebody else has changed it',
  input: z.object({
    seen: settings,
    idle_hours_staff: integerBetween({ min: 1, max: 720 }),
    idle_days_buyers: integerBetween({ min: 1, max: 30 }),
    second_factor_demanded: wireFlag,
    end_sessions: z.optional(wireFlag),
  }),
  reply: z.object({ ...success, settings, ended: z.number() }),
})
