import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { nothing } from './wire.ts'

/** Topics of data that others may change. */
export const eventTopics = [
  'acts',
  'basket',
  'callbacks',
  'chat',
  'claims',
  'contracts',
  'drafts',
  'exchange',
  'firm',
  'notifications',
  'orders',
  'registrations',
  'stocks',
] as const
export type EventTopic = (typeof eventTopics)[number]

/**
 * Says what has changed, not how: the client refetches it. `id` is the contract of a basket, the account of a chat,
 * else the id of the order, draft, act, claim, registration, callback or run of the exchange; absent when several have
 * changed, and of contracts that were allotted, taken away or stopped. The firm and the age of stock have the id 1.
 * `version` is the basket's version after the change.
 */
export const portalEvent = z.object({
  topic: z.enum(eventTopics),
  id: z.optional(z.number()),
  version: z.optional(z.string()),
})
export type PortalEvent = z.output<typeof portalEvent>

/**
 * Event names on the wire. 'ready': the stream is open and receives everything from now on. 'changed': its data is a
 * PortalEvent. 'refresh': events may have been missed, read everything again.
 */
export const streamEvents = { ready: 'ready', changed: 'changed', refresh: 'refresh' } as const

/** Interval of comments that keep proxies from closing an idle stream. */
export const heartbeatSeconds = 20

export const events = endpoint({
  verb: 'GET',
  path: '/api/events/',
  right: 'session',
  summary: 'Changes that the caller may see, as server-sent events',
  streams: true,
  input: nothing,
  reply: portalEvent,
})
