import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { nothing, success, wireCount, wireFlag, wireId, wireText } from '../wire.ts'
import { placement, placementInput } from '../talk/placement.ts'

export const materialLength = 100_000

export const materialTitleLength = 200
export const newsLength = 300

const material = z.object({
  id: z.number(),
  title: z.string(),
  html: z.string(),
  published: z.boolean(),
  version: z.number(),
  date: z.string(),
  ...placement,
})

export type StaffMaterial = z.output<typeof material>

export const staffMaterials = endpoint({
  verb: 'GET',
  path: '/api/staff/materials/',
  right: 'staff.catalogue',
  summary: 'All pages, as they are ordered',
  input: nothing,
  reply: z.object({ ...success, items: z.array(material) }),
})

export const saveMaterial = endpoint({
  verb: 'POST',
  path: '/api/staff/material/',
  right: 'staff.catalogue',
  summary: 'Add or change a page; its HTML is sanitised, and every version is stored',
  input: z.object({
    id: z.optional(wireId),
    title: wireText(materialTitleLength),
    html: wireText(materialLength),
    published: wireFlag,
    version: z.optional(wireCount),
    ...placementInput,
  }),
  reply: z.object({ ...success, material }),
})

/** Preview of the page: its sanitised HTML, before it is saved. */
export const previewMaterial = endpoint({
  verb: 'POST',
  path: '/api/staff/material/preview/',
  right: 'staff.catalogue',
  summary: 'Preview of a page: sanitised HTML, not stored',
  input: z.object({ html: wireText(materialLength) }),
  reply: z.object({ ...success, html: z.string() }),
})

export const materialVersions = endpoint({
  verb: 'GET',
  path: '/api/staff/material/:id/versions/',
  right: 'staff.catalogue',
  summary: 'Versions of a page, newest first',
  input: z.object({ id: wireId }),
  reply: z.object({
    ...success,
    items: z.array(
      z.object({ version: z.number(), title: z.string(), html: z.string(), date: z.string(), by: z.string() }),
    ),
  }),
})

const news = z.object({
  id: z.number(),
  text: z.string(),
  link: z.string(),
  shown: z.boolean(),
  date: z.string(),
  hidden: z.number(),
  ...placement,
})

export type StaffNews = z.output<typeof news>

export const staffTopNews = endpoint({
  verb: 'GET',
  path: '/api/staff/topnews/',
  right: 'staff.catalogue',
  summary: 'News items, with the number of accounts that have hidden each',
  input: nothing,
  reply: z.object({ ...success, items: z.array(news) }),
})

export const saveTopNews = endpoint({
  verb: 'POST',
  path: '/api/staff/topnews/',
  right: 'staff.catalogue',
  summary: 'Add or change a news item',
  input: z.object({
    id: z.optional(wireId),
    text: wireText(newsLength),
    link: wireText(newsLength),
    shown: wireFlag,
    ...placementInput,
  }),
  reply: z.object({ ...success, id: z.number() }),
})
