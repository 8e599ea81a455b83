import * as z from 'zod/mini'
import { endpoint, fileEndpoint } from '../endpoint.ts'
import { mediaTypes } from '../files.ts'
import { chosen, nothing, orJson, success, wireDate, wireId, wireText } from '../wire.ts'

export const maxAttorneyBytes = 10 * 1024 * 1024

/** [E.9] Who receives goods for the organisation, under a power of attorney. */
const consignee = z.object({
  id: z.number(),
  surname: z.string(),
  name: z.string(),
  patronymic: z.string(),
  phone: z.string(),
  company: z.string(),
  comment: z.string(),
  attorney_number: z.string(),
  /** dd.mm.yyyy; null = not given, for `attorney_valid_to` = no end date. */
  attorney_date: z.nullable(z.string()),
  attorney_valid_to: z.nullable(z.string()),
  /** Days left of the power of attorney, including today; 0 = expired, null = no end date. */
  days_left: z.nullable(z.number()),
  file: z.nullable(
    z.object({ name: z.string(), type: z.enum(['pdf', 'jpg', 'png']), size: z.number(), url: z.string() }),
  ),
})
export type Consignee = z.output<typeof consignee>

const day = z.optional(
  z.pipe(
    z.union([z.literal(''), z.null(), wireDate]),
    z.transform((given) => given || null),
  ),
)
const line = (longest: number) => z._default(wireText(longest).check(z.trim()), '')

const fields = z.object({
  id: chosen(wireId),
  surname: line(60),
  name: line(60),
  patronymic: line(60),
  phone: line(60),
  company: line(160),
  comment: line(300),
  attorney_number: line(40),
  attorney_date: day,
  attorney_valid_to: day,
})

/** [C.50] */
export const listConsignees = endpoint({
  verb: 'GET',
  path: '/api/consignee/',
  right: 'basket.view',
  summary: 'Consignees of the organisation with their powers of attorney',
  input: nothing,
  reply: z.object({ ...success, items: z.array(consignee), count: z.number() }),
})

/** [C.48] A multipart form with `consignee` as JSON and `file`, or JSON without a file. */
export const uploadConsignee = endpoint({
  verb: 'POST',
  path: '/api/consigneeUpload/',
  right: 'address.add',
  summary:
    'Add a consignee (without id), or change one (requires organisation.manage). `file`: ' +
    'PDF, JPG or PNG up to 10 MB; without it the stored file stays',
  input: z.object({ consignee: orJson(fields, 8000), file: z.optional(z.unknown()) }),
  reply: z.object({ ...success, consignee }),
})

/** [C.49] */
export const deleteConsignee = endpoint({
  verb: 'DELETE',
  path: '/api/consignee/',
  right: 'organisation.manage',
  summary: 'Delete a consignee; old orders keep the name. Idempotent',
  input: z.object({ id: wireId }),
  reply: z.object({ ...success }),
})

export const attorneyFile = fileEndpoint({
  verb: 'GET',
  path: '/api/consignee/:id/file',
  right: 'basket.view',
  summary: 'The power of attorney of a consignee as a file',
  input: z.object({ id: wireId }),
  answers: [mediaTypes.pdf, mediaTypes.jpeg, mediaTypes.png],
})
