import * as z from 'zod/mini'
import { itemListEndpoints } from '../item-list.ts'
import { chosen, wireCount, wireDate, wireFlag, wireId, wireText } from '../wire.ts'

/** Banners as staff edit them: days are dd.mm.yyyy, both included, null = no end. */
const banner = z.object({
  id: z.number(),
  title: z.string(),
  text: z.string(),
  /** Path inside the portal, or empty. */
  link: z.string(),
  starts: z.nullable(z.string()),
  ends: z.nullable(z.string()),
  position: z.number(),
  active: z.boolean(),
  /** Id and type for /dbpics/{id}.{type}; 0 = none. */
  picture: z.number(),
  picturetype: z.string(),
  /** Whether buyers see it today: shown, not yet, no longer, or switched off. */
  state: z.enum(['running', 'coming', 'over', 'off']),
  /** Sent back with a change, to detect that somebody else has changed the banner. */
  version: z.string(),
})
export type StaffBanner = z.output<typeof banner>

const banners = itemListEndpoints({
  path: '/api/staff/banners/',
  right: 'staff.catalogue',
  item: banner,
  input: z.object({
    id: chosen(wireId),
    version: z.optional(wireText(40)),
    title: wireText(120).check(z.trim()),
    text: z.optional(wireText(300).check(z.trim())),
    link: z.optional(wireText(500).check(z.trim())),
    starts: chosen(wireDate),
    ends: chosen(wireDate),
    position: z.optional(wireCount),
    active: z.optional(wireFlag),
    picture: chosen(wireId),
  }),
  summary: {
    list: 'Banners, in order',
    save: 'Create a banner (without id) or change one. 409 when somebody else has changed it. Idempotent',
    remove: 'Delete a banner',
  },
})

export const staffBanners = banners.list
export const saveBanner = banners.save
export const deleteBanner = banners.remove
