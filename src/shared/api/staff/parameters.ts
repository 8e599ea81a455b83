import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { nothing, success, wireId, wireText } from '../wire.ts'

/** Where buyers see a parameter, as set by staff; `auto` = by its name and values. */
const shownChoice = z.enum(['yes', 'no', 'auto'])
export type ShownChoice = z.output<typeof shownChoice>

const parameter = z.object({
  id: z.number(),
  /** The name that buyers see, without the unit. */
  header: z.string(),
  unit: z.string(),
  /** Its name in 1C. */
  exchange_header: z.string(),
  /** The most frequent values. */
  examples: z.array(z.string()),
  /** Number of distinct values, and of active goods and variants that have one. */
  values: z.number(),
  goods: z.number(),
  filter: z.boolean(),
  card: z.boolean(),
  /** Which of the two are set by staff. */
  by_hand: z.array(z.enum(['filter', 'card'])),
  /**
   * Why it is hidden from buyers until staff show it: its name concerns only the seller, it repeats other parameters,
   * or nearly every good has its own value.
   */
  hidden_because: z.nullable(z.enum(['internal', 'repeated', 'ownValues'])),
})
export type StaffParameter = z.output<typeof parameter>

/** In display order; `goods` = number of active goods and variants. */
const list = z.object({ ...success, items: z.array(parameter), goods: z.number() })
const path = '/api/staff/parameters/'
const right = 'staff.catalogue'

export const staffParameters = endpoint({
  verb: 'GET',
  path,
  right,
  summary: 'Parameters of the catalogue as 1C sends them and as buyers see them',
  input: nothing,
  reply: list,
})

export const saveParameter = endpoint({
  verb: 'POST',
  path,
  method: 'save',
  right,
  summary: "Set a parameter's name and unit for buyers; empty = 1C's name, no unit. Buyers see it within seconds",
  input: z.object({ id: wireId, header: wireText(100), unit: wireText(20) }),
  reply: list,
})

export const showParameters = endpoint({
  verb: 'POST',
  path,
  method: 'show',
  right,
  summary:
    'Show or hide parameters in the filter and in the card; unknown ones are ignored. Buyers see it within seconds',
  input: z.object({
    ids: z
      .array(wireId)
      .check(z.minLength(1, 'Отметьте параметры'), z.maxLength(5000, 'Не больше 5000 параметров за раз')),
    filter: z.optional(shownChoice),
    card: z.optional(shownChoice),
  }),
  reply: list,
})

export const moveParameter = endpoint({
  verb: 'POST',
  path,
  method: 'move',
  right,
  summary: 'Move a parameter before another one, or last; imports keep the order',
  /** Without `before` it moves to the end. */
  input: z.object({ id: wireId, before: z.optional(z.nullable(wireId)) }),
  reply: list,
})

export const resetParameterOrder = endpoint({
  verb: 'POST',
  path,
  method: 'resetOrder',
  right,
  summary: "Reset the order of parameters to 1C's",
  input: nothing,
  reply: list,
})
