import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { nothing, success, wireCount, wireId, wireText } from '../wire.ts'

/** Source of the description: 1C's text, staff's own, or none. */
export const descriptionSource = z.enum(['exchange', 'own', 'none'])
export type DescriptionSource = z.output<typeof descriptionSource>
export const maxDescriptionLength = 10_000

const row = z.object({
  id: z.number(),
  header: z.string(),
  /** Depth in the tree; top categories are 0. */
  depth: z.number(),
  shown: descriptionSource,
  /** Beginning of the text that buyers see; '' = none. */
  begins: z.string(),
  /** Chosen by staff; 0 = none, buyers see the picture of a good. */
  picture: z.number(),
  picturetype: z.string(),
})
export type StaffCategoryRow = z.output<typeof row>

const category = z.object({
  id: z.number(),
  header: z.string(),
  shown: descriptionSource,
  /** Staff's own text; '' = none. */
  text: z.string(),
  /** 1C's text without markup, as buyers would see it. */
  exchange_text: z.string(),
  /** Chosen by staff; 0 = none. */
  picture: z.number(),
  picturetype: z.string(),
  /** Sent back with a change. */
  version: z.string(),
})
export type StaffCategory = z.output<typeof category>

const path = '/api/staff/categories/'
const right = 'staff.catalogue'

export const staffCategories = endpoint({
  verb: 'GET',
  path,
  right,
  summary: 'Categories in tree order with the source of their descriptions',
  input: nothing,
  reply: z.object({ ...success, items: z.array(row) }),
})

export const staffCategory = endpoint({
  verb: 'GET',
  path: '/api/staff/categories/:id/',
  right,
  summary: "A category's description, 1C's and staff's own, and its picture",
  input: z.object({ id: wireId }),
  reply: z.object({ ...success, category }),
})

export const saveCategory = endpoint({
  verb: 'POST',
  path,
  method: 'save',
  right,
  summary:
    "Set a category's description and picture; an empty text of staff means 1C's. Buyers see it within seconds. " +
    '409 when somebody else has changed it',
  input: z.object({
    id: wireId,
    version: wireText(40),
    shown: descriptionSource,
    text: wireText(maxDescriptionLength),
    /** Of `/api/staff/pictures/`; 0 = none, absent: as it is. */
    picture: z.optional(wireCount),
  }),
  reply: z.object({ ...success, category }),
})
