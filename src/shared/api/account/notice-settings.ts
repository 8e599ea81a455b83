import * as z from 'zod/mini'
import { mailPaces, noticeChannels } from '../../rules/talk/notices.ts'
import { endpoint } from '../endpoint.ts'
import { nothing, success, wireFlag, wireId } from '../wire.ts'

const noticeSetting = z.object({
  id: z.number(),
  /** What happens: 'order', 'debt', … */
  event: z.string(),
  /** The same in Russian. */
  header: z.string(),
  /** By which way it is told. */
  value: z.enum(noticeChannels),
  enabled: z.boolean(),
  /** It cannot be switched off. */
  fixed: z.boolean(),
})

const noticeSettings = z.object({
  ...success,
  items: z.array(noticeSetting),
  /** How often letters leave that can wait: each at once, together once an hour or every morning. */
  pace: z.enum(mailPaces),
  /** Where they go; '' where none can be sent: to visitors, and to a login that is no address. */
  email: z.string(),
})

export type NoticeSettings = z.output<typeof noticeSettings>

export const readNoticeSettings = endpoint({
  verb: 'GET',
  path: '/api/notifications/',
  right: 'session',
  summary: 'What the account is told of and how, event by channel [E.14]',
  input: nothing,
  reply: noticeSettings,
})

export const saveNoticeSetting = endpoint({
  verb: 'POST',
  path: '/api/notifications/',
  method: 'save',
  right: 'session',
  summary: 'Switch a notification on or off in one channel [E.14]; 422 for those that always come',
  input: z.object({ id: wireId, enabled: wireFlag }),
  reply: noticeSettings,
})

export const saveMailPace = endpoint({
  verb: 'POST',
  path: '/api/notifications/',
  method: 'pace',
  right: 'session',
  summary: 'Choose how often letters come: at once, once an hour, every morning; urgent ones come at once anyway',
  input: z.object({ pace: z.enum(mailPaces) }),
  reply: noticeSettings,
})
