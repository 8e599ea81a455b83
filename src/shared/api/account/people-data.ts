import * as z from 'zod/mini'
import { keepingTermNames } from '../../rules/keeping-terms.ts'
import { endpoint, fileEndpoint } from '../endpoint.ts'
import { held } from './personal-data.ts'
import { mediaTypes } from '../files.ts'
import { nothing, success, wireId, wireText } from '../wire.ts'

const person = z.object({
  id: z.number(),
  name: z.string(),
  login: z.string(),
  phone: z.string(),
  role: z.string(),
  /** '' for our own staff. */
  organisation: z.string(),
  state: z.enum(['enabled', 'disabled', 'deleted', 'erased']),
})
export type DataPerson = z.output<typeof person>

export const findDataPeople = endpoint({
  verb: 'GET',
  path: '/api/staff/personal-data/',
  right: 'staff.settings',
  summary: 'People whom the portal keeps something about, by words of name, login, phone or organisation; 20 at most',
  input: z.object({ query: z.optional(wireText(100)) }),
  reply: z.object({ ...success, items: z.array(person), more: z.boolean() }),
})

export const personHeldData = endpoint({
  verb: 'GET',
  path: '/api/staff/personal-data/:id',
  right: 'staff.settings',
  summary: 'What the portal keeps about a person, and what of it stays when they are erased',
  input: z.object({ id: wireId }),
  reply: z.object({ ...success, person, held: z.array(held) }),
})

export const exportPersonData = fileEndpoint({
  verb: 'GET',
  path: '/api/staff/personal-data/:id/data.zip',
  right: 'staff.settings',
  summary: 'All that the portal keeps about a person, for them: a JSON file and the files that they sent. Audited',
  input: z.object({ id: wireId }),
  answers: [mediaTypes.zip],
})

export const erasePersonData = endpoint({
  verb: 'POST',
  path: '/api/staff/personal-data/:id',
  method: 'erase',
  right: 'staff.settings',
  changesSessions: true,
  summary:
    "Erase a person at their demand, proved by the administrator's own password; erased already: nothing changes",
  input: z.object({ id: wireId, password: z.string().check(z.minLength(1, 'Введите пароль'), z.maxLength(200)) }),
  reply: z.object({ ...success, stays: z.array(held) }),
})

const term = z.object({ name: z.enum(keepingTermNames), days: z.number() })

export const readKeepingTerms = endpoint({
  verb: 'GET',
  path: '/api/staff/keeping-terms/',
  right: 'staff.settings',
  summary: 'How many days what says something of people is kept',
  input: nothing,
  reply: z.object({ ...success, terms: z.array(term) }),
})

export const saveKeepingTerms = endpoint({
  verb: 'POST',
  path: '/api/staff/keeping-terms/',
  method: 'save',
  right: 'staff.settings',
  summary:
    'Change terms of keeping, each within its bounds. `seen` is what was shown: 409 when somebody else changed it',
  input: z.object({
    seen: z.array(term),
    terms: z.array(z.object({ name: z.enum(keepingTermNames), days: z.union([z.number(), wireText(20)]) })),
  }),
  reply: z.object({ ...success, terms: z.array(term) }),
})
