import * as z from 'zod/mini'
import { endpoint, fileEndpoint } from '../endpoint.ts'
import { nothing, success } from '../wire.ts'

const facts = z.object({
  /** The organisation of ours that sells; '' where nothing is known yet. */
  operator: z.object({
    company: z.string(),
    full_name: z.string(),
    inn: z.string(),
    ogrn: z.string(),
    address: z.string(),
    email: z.string(),
    phone: z.string(),
  }),
  /** Days that these are kept. */
  keeps: z.object({ rejected_requests: z.number(), audit: z.number() }),
})
export type LegalFacts = z.output<typeof facts>

/** What the policy, the consent and the offer name besides their own text. */
export const legalFacts = endpoint({
  verb: 'GET',
  path: '/api/legal/',
  right: 'public',
  summary: 'Who processes personal data, and how long they are kept',
  input: nothing,
  reply: z.object({ ...success, facts }),
})

export const held = z.object({
  title: z.string(),
  count: z.number(),
  /** Why it stays when the person is erased; '' where it goes. */
  stays: z.string(),
})
export type HeldData = z.output<typeof held>

export const heldData = endpoint({
  verb: 'GET',
  path: '/api/personal-data/',
  right: 'session',
  summary: 'What the portal keeps about the person signed in, and what of it stays when they are erased',
  input: nothing,
  reply: z.object({ ...success, held: z.array(held) }),
})

export const exportPersonalData = fileEndpoint({
  verb: 'GET',
  path: '/api/personal-data/data.json',
  right: 'session',
  summary: 'All that the portal keeps about the person signed in, as JSON',
  input: nothing,
  answers: ['application/json'],
})

export const erasePersonalData = endpoint({
  verb: 'POST',
  path: '/api/personal-data/',
  method: 'erase',
  right: 'session',
  changesSessions: true,
  summary: 'Erase the person signed in: name, login, phone and what they kept go, the account ends',
  input: z.object({ password: z.string().check(z.minLength(1, 'Введите пароль'), z.maxLength(200)) }),
  reply: z.object({ ...success, stays: z.array(held) }),
})
