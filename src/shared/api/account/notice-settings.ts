import * as z from 'zod/mini'
import { mailPaces, noticeChannels } from '../../rules/talk/notices.ts'
import { endpoint } from '../endpoint.ts'
import { nothing, success, wireFlag, wireId } from '../wire.ts'

const noticeSetting = z.object({
  id: z.number(),
  /** Event type: 'order', 'debt', … */
  event: z.string(),
  /** Its Russian name. */
  header: z.string(),
  /** Delivery channel. */
  value: z.enum(noticeChannels),
  enabled: z.boolean(),
  /** The user cannot switch it off. */
  fixed: z.boolean(),
})

const noticeSettings = z.object({
  ...success,
  /** Without an e-mail address none has the channel 'mail'. */
  items: z.array(noticeSetting),
  /** How often non-urgent e-mails are sent: each at once, or collected into one an hour or one every morning. */
  pace: z.enum(mailPaces),
  /** Recipient address; '' if no e-mail can be sent: demo visitors, and logins that are not e-mail addresses. */
  email: z.string(),
})

export type NoticeSettings = z.output<typeof noticeSettings>

export const readNoticeSettings = endpoint({
  verb: 'GET',
  path: '/api/notifications/',
  right: 'session',
  summary: 'Notification settings of the account, by event and channel [E.14]',
  input: nothing,
  reply: noticeSettings,
})

export const saveNoticeSetting = endpoint({
  verb: 'POST',
  path: '/api/notifications/',
  method: 'save',
  right: 'session',
  whileActing: 'refused',
  summary: 'Switch a notification on or off in one channel [E.14]; 422 for those that cannot be switched off',
  input: z.object({ id: wireId, enabled: wireFlag }),
  reply: noticeSettings,
})

export const saveMailPace = endpoint({
  verb: 'POST',
  path: '/api/notifications/',
  method: 'pace',
  right: 'session',
  whileActing: 'refused',
  summary: 'Set the frequency of e-mails: at once, hourly or every morning; urgent ones are always sent at once',
  input: z.object({ pace: z.enum(mailPaces) }),
  reply: noticeSettings,
})
