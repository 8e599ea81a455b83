import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { nothing, success, wireText } from '../wire.ts'

const profile = z.object({
  ...success,
  /** Changed by the organisation's owner or an administrator alone: it is how one signs in. */
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
  summary: 'Change the name and phone of the account; an equal one is no change',
  input: z.object({
    name: wireText(200).check(z.trim()),
    /** In any usual form; '' removes it. */
    phone: wireText(50).check(z.trim()),
  }),
  reply: profile,
})
