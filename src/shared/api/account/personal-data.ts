import * as z from 'zod/mini'
import { endpoint, fileEndpoint } from '../endpoint.ts'
import { mediaTypes } from '../files.ts'
import { nothing, success } from '../wire.ts'

const facts = z.object({
  /** The seller that operates the portal; '' for unknown fields. */
  operator: z.object({
    company: z.string(),
    full_name: z.string(),
    inn: z.string(),
    ogrn: z.string(),
    address: z.string(),
    email: z.string(),
    phone: z.string(),
  }),
  /** Retention in days. */
  keeps: z.object({
    rejected_requests: z.number(),
    open_requests: z.number(),
    callbacks: z.number(),
    mails: z.number(),
    notices: z.number(),
    audit: z.number(),
  }),
})
export type LegalFacts = z.output<typeof facts>

/** Values that the policy, the consent and the offer take from the portal. */
export const legalFacts = endpoint({
  verb: 'GET',
  path: '/api/legal/',
  right: 'public',
  summary: 'Who processes personal data, and for how long',
  input: nothing,
  reply: z.object({ ...success, facts }),
})

export const held = z.object({
  title: z.string(),
  count: z.number(),
  /** Why it is kept when the person is erased; '' if it is erased. */
  stays: z.string(),
})
export type HeldData = z.output<typeof held>

export const heldData = endpoint({
  verb: 'GET',
  path: '/api/personal-data/',
  right: 'session',
  whileActing: 'refused',
  summary: 'Stored personal data of the caller, and the part that is kept when they are erased',
  input: nothing,
  reply: z.object({ ...success, held: z.array(held) }),
})

export const exportPersonalData = fileEndpoint({
  verb: 'GET',
  path: '/api/personal-data/data.zip',
  right: 'session',
  whileActing: 'refused',
  summary: 'All stored personal data of the caller: JSON and the uploaded files, as a ZIP',
  input: nothing,
  answers: [mediaTypes.zip],
})

export const erasePersonalData = endpoint({
  verb: 'POST',
  path: '/api/personal-data/',
  method: 'erase',
  right: 'session',
  changesSessions: true,
  whileActing: 'refused',
  summary: 'Erase the caller: deletes name, login, phone and stored data, and closes the account',
  input: z.object({ password: z.string().check(z.minLength(1, 'Введите пароль'), z.maxLength(200)) }),
  reply: z.object({ ...success, stays: z.array(held) }),
})
