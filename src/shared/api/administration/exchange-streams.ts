import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { streamKinds } from './exchange-filters.ts'
import { nothing, success } from '../wire.ts'

/** The longest age that may be set: 30 days. */
export const maxAlarmMinutes = 30 * 24 * 60

const stream = z.object({
  kind: z.enum(streamKinds),
  title: z.string(),
  /** When 1C sent the last accepted data; null = none within the log. */
  at: z.nullable(z.string()),
  /** Records of that run, and those it rejected. */
  records: z.number(),
  rejected: z.number(),
  /** Administrators are notified of data older than this; 0 = never. */
  alarm_minutes: z.number(),
  /** Older than that. */
  late: z.boolean(),
})
export type ExchangeStream = z.output<typeof stream>

const path = '/api/staff/exchange/streams/'
const right = 'staff.settings'
const reply = z.object({ ...success, streams: z.array(stream) })

export const exchangeStreams = endpoint({
  verb: 'GET',
  path,
  right,
  summary: 'How old the data of 1C is, by kind of record',
  input: nothing,
  reply,
})

const minutes = z.number().check(z.int(), z.minimum(0), z.maximum(maxAlarmMinutes, 'Срок тревоги – не больше 30 дней'))

export const saveStreamAlarm = endpoint({
  verb: 'POST',
  path,
  method: 'alarm',
  right,
  summary: 'Set the age from which administrators are notified of old data; 0 = never',
  input: z.object({ kind: z.enum(streamKinds), minutes }),
  reply,
})
