import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { nothing, success, wireFlag } from '../wire.ts'

const settings = z.object({
  /** Idle time after which a session ends. */
  idle_hours_staff: z.number(),
  idle_days_buyers: z.number(),
  /** Staff must set up a second factor when they sign in. */
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

/** Also as digits of a form; whatever else is there gets the message. */
const integerBetween = (min: number, max: number, message: string) =>
  z.pipe(
    z.union([z.number(), z.string()], message),
    z.pipe(
      z.transform((given: number | string) =>
        typeof given === 'number' ? given : /^\s*\d{1,6}\s*$/.test(given) ? Number(given) : Number.NaN,
      ),
      z.int(message).check(z.minimum(min, message), z.maximum(max, message)),
    ),
  )

export const saveAccessSettings = endpoint({
  verb: 'POST',
  path: '/api/staff/access/',
  method: 'save',
  right: 'staff.settings',
  changesSessions: true,
  summary:
    "Change how long people stay signed in; sessions that have idled longer end at once, with `end_sessions` also those of staff without a second factor, but for the caller's own, where it is demanded. `seen` is what was shown: 409 when somebody else has changed it",
  input: z.object({
    seen: settings,
    idle_hours_staff: integerBetween(1, 720, 'Целое число от 1 до 720'),
    idle_days_buyers: integerBetween(1, 30, 'Целое число от 1 до 30'),
    second_factor_demanded: wireFlag,
    end_sessions: z.optional(wireFlag),
  }),
  reply: z.object({ ...success, settings, ended: z.number() }),
})
