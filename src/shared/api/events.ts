import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { nothing } from './wire.ts'

/** What may change without a touch of the person's own. */
export const eventTopics = ['basket', 'drafts', 'notifications', 'orders'] as const
export type EventTopic = (typeof eventTopics)[number]

/**
 * Says what has changed, not how: whoever shows it reads it anew by the ordinary call. `id` is the contract of a
 * basket, the order, the draft; absent where there are several. `version` is the basket's after the change.
 */
export const portalEvent = z.object({
  topic: z.enum(eventTopics),
  id: z.optional(z.number()),
  version: z.optional(z.string()),
})
export type PortalEvent = z.output<typeof portalEvent>

/**
 * Names of the events on the wire. 'ready': the stream stands, whatever happens from now on comes by it. 'changed': its
 * data is a PortalEvent. 'refresh': something may have been missed, everything is to be read anew.
 */
export const streamEvents = { ready: 'ready', changed: 'changed', refresh: 'refresh' } as const

/** A comment this often keeps proxies from closing a stream in which nothing happens. */
export const heartbeatSeconds = 20

export const events = endpoint({
  verb: 'GET',
  path: '/api/events/',
  right: 'session',
  summary: 'News of what the caller may see, as server-sent events',
  streams: true,
  input: nothing,
  reply: portalEvent,
})
