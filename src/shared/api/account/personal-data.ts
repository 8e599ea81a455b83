import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
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
