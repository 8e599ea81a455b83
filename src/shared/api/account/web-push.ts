import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { nothing, success } from '../wire.ts'

const browsers = z.object({
  ...success,
  /** The portal's public key, for the browser's `applicationServerKey`; '' where none can be switched on. */
  key: z.string(),
  /** The browser of this session shows notices. */
  here: z.boolean(),
  /** So many browsers of the account do. */
  browsers: z.number(),
})

export const readWebPush = endpoint({
  verb: 'GET',
  path: '/api/webpush/',
  right: 'session',
  whileActing: 'refused',
  summary: 'Whether this browser shows notices of the account by web push, and the key to switch it on',
  input: nothing,
  reply: browsers,
})

const base64url = (min: number, max: number) =>
  z.string().check(z.minLength(min), z.maxLength(max), z.regex(/^[\w+/=-]+$/))

export const saveWebPush = endpoint({
  verb: 'POST',
  path: '/api/webpush/',
  method: 'save',
  right: 'session',
  whileActing: 'refused',
  summary: 'Let this browser show notices until its session ends; 422 for an address that is no push service',
  input: z.object({
    endpoint: z.string().check(z.minLength(10), z.maxLength(2000), z.regex(/^[\u0021-\u007e]+$/)),
    /** The browser's keys, base64url. */
    p256dh: base64url(80, 100),
    auth: base64url(20, 30),
  }),
  reply: browsers,
})

export const deleteWebPush = endpoint({
  verb: 'POST',
  path: '/api/webpush/',
  method: 'delete',
  right: 'session',
  whileActing: 'refused',
  summary: 'This browser shows no notices any more',
  input: nothing,
  reply: browsers,
})
