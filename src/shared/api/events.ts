import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { nothing } from './wire.ts'

/** Data that may change without an action of this person. */
export const eventTopics = [
  'acts',
  'basket',
  'callbacks',
  'chat',
  'claims',
  'drafts',
  'notifications',
  'orders',
  'registrations',
] as const
export type EventTopic = (typeof eventTopics)[number]

/**
 * Tells what has changed, not how: the client reads it again by the ordinary call. `id` is the contract of a basket,
 * the order, the draft, the act, the claim, the request for access or for a call, the account of a
 * chat; absent for several. `version` is the basket's after the
 * change.
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
