import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { nothing, success, wireId, wireText } from '../wire.ts'

/** Staff's decision on where buyers see a parameter; `auto` = as its name and its values say. */
const shownChoice = z.enum(['yes', 'no', 'auto'])
export type ShownChoice = z.output<typeof shownChoice>

const parameter = z.object({
  id: z.number(),
  /** What buyers read, the unit apart. */
  header: z.string(),
  unit: z.string(),
  /** What 1C calls it. */
  exchange_header: z.string(),
  /** The most frequent values. */
  examples: z.array(z.string()),
  /** Different values, and active goods and variants that have one. */
  values: z.number(),
  goods: z.number(),
  filter: z.boolean(),
  card: z.boolean(),
  /** Which of the two staff have decided. */
  by_hand: z.array(z.enum(['filter', 'card'])),
  /**
   * Why buyers do not see it until staff show it: by its name it concerns the seller alone, other parameters tell the
   * same, nearly every good has a value of its own.
   */
  hidden_because: z.nullable(z.enum(['internal', 'repeated', 'ownValues'])),
})
export type StaffParameter = z.output<typeof parameter>

/** In the order that buyers see them in; `goods` = active goods and variants in all. */
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
  summary:
    "Give a parameter the name and unit that buyers read; empty = 1C's name, no unit. Buyers see it within seconds",
  input: z.object({ id: wireId, header: wireText(100), unit: wireText(20) }),
  reply: list,
})

export const showParameters = endpoint({
  verb: 'POST',
  path,
  method: 'show',
  right,
  summary:
    'Show parameters in the filter and in the card, or hide them; unknown ones are passed over. Buyers see it within seconds',
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
  summary: 'Put a parameter before another one, or last; the order that comes of it is kept whatever 1C sends',
  /** `before` absent: last. */
  input: z.object({ id: wireId, before: z.optional(z.nullable(wireId)) }),
  reply: list,
})

export const resetParameterOrder = endpoint({
  verb: 'POST',
  path,
  method: 'resetOrder',
  right,
  summary: "Give up staff's order: parameters stand as 1C brought them",
  input: nothing,
  reply: list,
})
