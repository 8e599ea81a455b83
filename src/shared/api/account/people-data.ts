import * as z from 'zod/mini'
import { retentionPeriodNames } from '../../rules/retention-periods.ts'
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
  /** '' for staff. */
  organisation: z.string(),
  state: z.enum(['enabled', 'disabled', 'deleted', 'erased']),
})
export type DataPerson = z.output<typeof person>

export const guestKinds = ['request', 'callback'] as const
export type GuestKind = (typeof guestKinds)[number]

/** A person without an account: an applicant, or a guest who asked for a call; `id` is that of the record. */
const guest = z.object({
  kind: z.enum(guestKinds),
  id: z.number(),
  name: z.string(),
  phone: z.string(),
  email: z.string(),
  company: z.string(),
  at: z.string(),
  erased: z.boolean(),
})
export type DataGuest = z.output<typeof guest>

const guestRef = z.object({ kind: z.enum(guestKinds), id: wireId })

export const findDataPeople = endpoint({
  verb: 'GET',
  path: '/api/staff/personal-data/',
  right: 'staff.settings',
  summary:
    'People with stored personal data, by words of name, login, phone or organisation: ' +
    '20 with an account and 20 without at most',
  input: z.object({ query: z.optional(wireText(100)) }),
  reply: z.object({ ...success, items: z.array(person), guests: z.array(guest), more: z.boolean() }),
})

export const personHeldData = endpoint({
  verb: 'GET',
  path: '/api/staff/personal-data/:id',
  right: 'staff.settings',
  summary: 'Stored personal data of a person, and the part that is kept when they are erased',
  input: z.object({ id: wireId }),
  reply: z.object({ ...success, person, held: z.array(held) }),
})

export const exportPersonData = fileEndpoint({
  verb: 'GET',
  path: '/api/staff/personal-data/:id/data.zip',
  right: 'staff.settings',
  summary: 'All stored personal data of a person as a ZIP: a JSON file and uploaded files. Audited',
  input: z.object({ id: wireId }),
  answers: [mediaTypes.zip],
})

export const erasePersonData = endpoint({
  verb: 'POST',
  path: '/api/staff/personal-data/:id',
  method: 'erase',
  right: 'staff.settings',
  changesSessions: true,
  summary: "Erase a person at their request, confirmed by the administrator's password. Idempotent",
  input: z.object({ id: wireId, password: z.string().check(z.minLength(1, 'Введите пароль'), z.maxLength(200)) }),
  reply: z.object({ ...success, stays: z.array(held) }),
})

export const guestHeldData = endpoint({
  verb: 'GET',
  path: '/api/staff/personal-data/guests/:id',
  right: 'staff.settings',
  summary: 'Stored personal data of an applicant or a guest without an account',
  input: guestRef,
  reply: z.object({ ...success, guest, held: z.array(held) }),
})

export const exportGuestData = fileEndpoint({
  verb: 'GET',
  path: '/api/staff/personal-data/guests/:id/data.json',
  right: 'staff.settings',
  summary: 'All stored personal data of an applicant or a guest without an account, as JSON. Audited',
  input: guestRef,
  answers: ['application/json'],
})

export const eraseGuestData = endpoint({
  verb: 'POST',
  path: '/api/staff/personal-data/guests/:id',
  method: 'erase',
  right: 'staff.settings',
  summary:
    "Erase a person without an account at their request, confirmed by the administrator's password; " +
    'their open request for access is rejected. Idempotent',
  input: z.object({
    ...guestRef.shape,
    password: z.string().check(z.minLength(1, 'Введите пароль'), z.maxLength(200)),
  }),
  reply: z.object({ ...success, stays: z.array(held) }),
})

const term = z.object({ name: z.enum(retentionPeriodNames), days: z.number() })

export const readRetentionPeriods = endpoint({
  verb: 'GET',
  path: '/api/staff/keeping-terms/',
  right: 'staff.settings',
  summary: 'Retention periods of personal data, in days',
  input: nothing,
  reply: z.object({ ...success, terms: z.array(term) }),
})

export const saveRetentionPeriods = endpoint({
  verb: 'POST',
  path: '/api/staff/keeping-terms/',
  method: 'save',
  right: 'staff.settings',
  summary:
    'Change retention periods within their bounds. `seen` is what was shown: 409 if somebody else has changed it',
  input: z.object({
    seen: z.array(term),
    terms: z.array(z.object({ name: z.enum(retentionPeriodNames), days: z.union([z.number(), wireText(20)]) })),
  }),
  reply: z.object({ ...success, terms: z.array(term) }),
})
