import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import { nothing, success } from '../../wire.ts'

export const waitingQueues = ['orders', 'registrations', 'talks', 'claims', 'acts', 'priceRequests'] as const
export type WaitingQueue = (typeof waitingQueues)[number]

const queue = z.object({
  queue: z.enum(waitingQueues),
  count: z.number(),
  /** Among the first of the queue: the longest wait, and the earliest time by which an answer is due; null = none. */
  since: z.nullable(z.string()),
  due: z.nullable(z.string()),
})
export type QueueFigures = z.output<typeof queue>

const item = z.object({
  queue: z.enum(waitingQueues),
  /** Which page it opens: a chat's id is the buyer's account, of others it is the object's own. */
  kind: z.enum(['order', 'registration', 'chat', 'call', 'claim', 'act', 'priceRequest']),
  id: z.number(),
  /** The number, or for a chat its last message, for a call the person's name. */
  title: z.string(),
  customer: z.string(),
  /** In Russian, what is unusual about it; '' = nothing. */
  reason: z.string(),
  since: z.string(),
  /** When the answer is due by the target times of the settings; null = no such target. */
  due: z.nullable(z.string()),
  /** Roubles. */
  sum: z.nullable(z.number()),
  assignee: z.nullable(z.object({ id: z.number(), name: z.string() })),
})
export type WaitingItem = z.output<typeof item>

export const staffWaiting = endpoint({
  verb: 'GET',
  path: '/api/staff/dashboard/waiting/',
  right: 'staff.dashboard',
  summary:
    'What waits for the caller: queues that their rights open, with the oldest wait, and the first objects of all: ' +
    'those past their target time, then the longest wait',
  input: nothing,
  reply: z.object({ ...success, queues: z.array(queue), items: z.array(item), total: z.number() }),
})

const stream = z.object({
  kind: z.string(),
  title: z.string(),
  at: z.nullable(z.string()),
  alarm_minutes: z.number(),
  late: z.boolean(),
})

export const staffExchangeHealth = endpoint({
  verb: 'GET',
  path: '/api/staff/dashboard/exchange/',
  right: 'staff.settings',
  summary: 'Whether the exchange with 1C works: age of its data, what it could not take, jobs that failed',
  input: nothing,
  reply: z.object({
    ...success,
    /** Kinds of data that 1C has sent. */
    streams: z.array(stream),
    waiting_offers: z.number(),
    set_aside: z.number(),
    failed_jobs: z.number(),
    /** Orders or changes of them that 1C has not confirmed within an hour; `first` is the oldest. */
    unconfirmed: z.object({
      count: z.number(),
      first: z.nullable(z.object({ id: z.number(), number: z.string(), at: z.string() })),
    }),
  }),
})
export type ExchangeHealth = z.output<(typeof staffExchangeHealth)['reply']>
