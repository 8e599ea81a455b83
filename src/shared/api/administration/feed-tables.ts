/** Feeds of 1C as tables that staff load by hand, for a firm whose 1C sends none. */
import * as z from 'zod/mini'
import { tooLargeMessage } from '../../rules/file-size.ts'
import { mediaTypes } from '../files.ts'
import { endpoint, fileEndpoint } from '../endpoint.ts'
import { feedNames } from './queue-groups.ts'
import { nothing, success } from '../wire.ts'

const path = '/api/staff/feed-tables/'
const right = 'staff.settings'
const feed = z.enum(feedNames)

const feedTable = z.object({
  name: feed,
  title: z.string(),
  /** 'requested': a full table ends what it leaves out; 'always': every table does. */
  full: z.enum(['always', 'never', 'requested']),
  columns: z.array(z.object({ heading: z.string(), field: z.string(), hint: z.string() })),
})
export type FeedTableInfo = z.output<typeof feedTable>

export const listFeedTables = endpoint({
  verb: 'GET',
  path,
  right,
  summary: 'The feeds that can be loaded as tables, with their columns',
  input: nothing,
  reply: z.object({ ...success, items: z.array(feedTable) }),
})

export const feedTableTemplate = fileEndpoint({
  verb: 'GET',
  path: `${path}:feed/template/`,
  right,
  summary: 'An empty CSV table with the headings of a feed',
  input: z.object({ feed }),
  answers: [mediaTypes.csv],
})

export const maxFeedTableBytes = 20 * 1024 * 1024

/** Reasons beyond these are only counted. */
export const maxTableRejects = 500

const loaded = z.object({
  ...success,
  /** Whether it was only checked. */
  checked: z.boolean(),
  records: z.number(),
  accepted: z.number(),
  rejected: z.number(),
  /** Headings that no column of the feed has. */
  unknown_headings: z.array(z.string()),
  /** `row` as a spreadsheet counts. */
  rejects: z.array(z.object({ row: z.number(), record: z.string(), reason: z.string() })),
})
export type LoadedTable = z.output<typeof loaded>

/**
 * CSV, XLSX, XLS or ODS. Idempotent: a record is found by its Ид, or by the columns that identify it. 422 where no
 * table can be read, or where the headings are missing.
 */
export const loadFeedTable = fileEndpoint({
  verb: 'POST',
  path: `${path}:feed/`,
  right,
  summary: 'Check a table of a feed, or load it; every rejected row is answered with its reason',
  input: z.object({
    feed,
    check: z.optional(z.enum(['true', 'false'])),
    mode: z.optional(z.enum(['full', 'partial'])),
    /** Confirms a full table that ends an unusual share of the records. */
    deactivate: z.optional(z.literal('any')),
  }),
  takes: {
    mediaTypes: [mediaTypes.csv, mediaTypes.xlsx, mediaTypes.xls],
    maxBytes: maxFeedTableBytes,
    tooLarge: tooLargeMessage(maxFeedTableBytes),
  },
  reply: loaded,
})
