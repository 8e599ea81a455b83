import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { nothing, success, wireText } from '../wire.ts'

const profile = z.object({
  ...success,
  /** The sign-in name: only the organisation's owner or an administrator changes it. */
  login: z.string(),
  name: z.string(),
  phone: z.string(),
})
export type OwnProfile = z.output<typeof profile>

export const ownProfile = endpoint({
  verb: 'GET',
  path: '/api/profile/',
  right: 'session',
  summary: 'Name, phone and login of the account',
  input: nothing,
  reply: profile,
})

export const saveOwnProfile = endpoint({
  verb: 'POST',
  path: '/api/profile/',
  method: 'save',
  right: 'session',
  whileActing: 'refused',
  summary: 'Change the name and phone of the account',
  input: z.object({
    name: wireText(200).check(z.trim()),
    /** In any common format; '' removes it. */
    phone: wireText(50).check(z.trim()),
  }),
  reply: profile,
})
