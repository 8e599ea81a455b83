import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { pagination, success, wireCount, wireId } from './wire.ts'

const notification = z.object({
  id: z.number(),
  /** 'arrival' (a watched good is available), 'need' (a needed good is in stock), … */
  kind: z.string(),
  title: z.string(),
  text: z.string(),
  /** Path inside the portal, or empty. */
  link: z.string(),
  /** ISO 8601. */
  created_at: z.string(),
  read: z.boolean(),
})

export type Notification = z.output<typeof notification>

export const notifications = endpoint({
  verb: 'GET',
  path: '/api/messages/',
  right: 'session',
  summary: 'Notifications of the account, newest first, and the number of unread ones',
  input: z.object({
    page: z._default(wireId, 1),
    perpage: z._default(wireCount.check(z.minimum(1), z.maximum(100)), 20),
  }),
  reply: z.object({ ...success, items: z.array(notification), unread: z.number(), pagination }),
})

export const readNotifications = endpoint({
  verb: 'POST',
  path: '/api/messages/',
  method: 'read',
  right: 'session',
  summary: 'Mark notifications up to an id as read',
  input: z.object({ upto: wireId }),
  reply: z.object({ ...success, unread: z.number() }),
})
