import * as z from 'zod/mini'
import { legalForms } from '../../rules/parties/legal-forms.ts'
import { endpoint, fileEndpoint } from '../endpoint.ts'
import { mediaTypes } from '../files.ts'
import { nothing, success, wireText } from '../wire.ts'

/** Absent is empty: `rules/parties/registration-form.ts` says which fields must not be. */
const text = (longest: number) => z._default(wireText(longest), '')

const applicant = {
  formState: z._default(z.enum(legalForms), 'ООО'),
  company: text(160),
  full_name: text(300),
  inn: text(20),
  kpp: text(16),
  ogrn: text(24),
  legal_address: text(300),
  actual_address: text(300),
  head_name: text(120),
  head_post: text(120),
  bik: text(16),
  bank: text(160),
  account: text(32),
  correspondent_account: text(32),
  contact_name: text(120),
  phone: text(40),
}

/** [C.52, E.16] A refusal carries `state: 'error'` and its sentences under `fields`. */
export const register = endpoint({
  verb: 'POST',
  path: '/registration/',
  right: 'public',
  summary: 'Ask for access: a request that staff decide. The captcha of the cookie is used up by every try',
  input: z.object({
    ...applicant,
    email: text(200),
    password: text(400),
    captcha: text(20),
    /** Versions of the texts that the applicant agrees to. */
    consent: text(20),
    offer: text(20),
    /** Made by the form: the same key again returns the first answer. */
    key: z.optional(z.uuid()),
  }),
  reply: z.object({ ...success, state: z.literal('success'), message: z.string() }),
})

/** Sets the cookie whose picture it is: five digits, single use, ten minutes. */
export const captchaPicture = fileEndpoint({
  verb: 'GET',
  path: '/captcha.php',
  right: 'public',
  withoutSession: true,
  summary: 'A new captcha; a time stamp in the query keeps browsers from showing the last one',
  input: nothing,
  answers: [mediaTypes.png],
})

export const captchaSum = endpoint({
  verb: 'GET',
  path: '/api/captcha/',
  right: 'public',
  summary: 'A new captcha in words, for those who cannot see the picture: a sum to be answered in digits',
  input: nothing,
  reply: z.object({ ...success, question: z.string() }),
})

/** [A.4] */
export const checkUser = endpoint({
  verb: 'POST',
  path: '/ajax/checkuser/',
  right: 'public',
  summary: 'Whether an e-mail is free to register with; 30 an hour for one network',
  input: z.object({ user_email: text(200) }),
  reply: z.object({ ...success, free: z.boolean(), message: z.string() }),
})

const token = wireText(100)

export const readQuestion = endpoint({
  verb: 'POST',
  path: '/api/registrationAnswer/',
  method: 'check',
  right: 'public',
  summary: 'What staff asked of an applicant, and the request as it stands; 404 once it was answered or decided',
  input: z.object({ token }),
  reply: z.object({
    ...success,
    number: z.string(),
    question: z.string(),
    email: z.string(),
    form: z.object({
      formState: z.enum(legalForms),
      company: z.string(),
      full_name: z.string(),
      inn: z.string(),
      kpp: z.string(),
      ogrn: z.string(),
      legal_address: z.string(),
      actual_address: z.string(),
      head_name: z.string(),
      head_post: z.string(),
      bik: z.string(),
      bank: z.string(),
      account: z.string(),
      correspondent_account: z.string(),
      contact_name: z.string(),
      phone: z.string(),
    }),
  }),
})

export const sendAnswer = endpoint({
  verb: 'POST',
  path: '/api/registrationAnswer/',
  method: 'save',
  right: 'public',
  summary: "Answer the question of staff: the request's fields, corrected or not, and a text",
  input: z.object({ token, ...applicant, text: text(2000) }),
  reply: z.object({ ...success }),
})
