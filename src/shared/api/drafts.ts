import * as z from 'zod/mini'
import { maxDraftNameLength, maxDraftQuantity, maxScheduleDays } from '../constants.ts'
import { endpoint } from './endpoint.ts'
import { repeatReply } from './repeat.ts'
import {
  cartList,
  confirmedColumns,
  maxUploadDrafts,
  maxUploadRows,
  replacedKeys,
  settledCodes,
  settledNames,
} from './uploads.ts'
import { chosen, pagination, success, wireDate, wireDecimals, wireFlag, wireId, wireNumber } from './wire.ts'

/** Drafts are private to their account; they are hidden when the account loses their contract. */

const header = z.string().check(
  z.trim(),
  z.minLength(1, 'Введите название'),
  z.maxLength(maxDraftNameLength, `Название не длиннее ${maxDraftNameLength} знаков`),
  z.refine((text) => !text.includes('\u0000') && text.isWellFormed(), 'Недопустимые знаки в названии'),
)

const tasks = ['remind', 'prepare'] as const

const schedule = z.object({
  /** Interval in days. */
  days: z.number(),
  /** remind: a notification and an e-mail; prepare: also a draft with the prices of that day. */
  task: z.enum(tasks),
  /** dd.mm.yyyy of the next run. */
  next: z.string(),
})

export type DraftSchedule = z.output<typeof schedule>

const draftSummary = z.object({
  id: z.number(),
  header: z.string(),
  contract: z.object({ id: z.number(), number: z.string(), contragent: z.string() }),
  lines: z.number(),
  /** Roubles at the prices of that day; null where the caller may not see prices. */
  sum: z.nullable(z.number()),
  /** ISO 8601, UTC. */
  created_at: z.string(),
  changed_at: z.string(),
  schedule: z.nullable(schedule),
})

export type DraftSummary = z.output<typeof draftSummary>

/** What is available now. */
const offer = z.object({
  price: z.nullable(z.number()),
  step: z.number(),
  /** The quantity that accepting sets: a multiple of the step in stock; 0 = nothing. */
  qnt: z.number(),
  available: z.number(),
  stock_label: z.nullable(z.string()),
})

const draftLine = z.object({
  id: z.number(),
  /** The product whose card shows this line: the parent of a variant. */
  parent: z.nullable(z.number()),
  header: z.string(),
  articul: z.string(),
  unit: z.string(),
  decimals: wireDecimals,
  picture: z.number(),
  picturetype: z.string(),
  qnt: z.number(),
  /** Price that the buyer last accepted. */
  price: z.nullable(z.number()),
  step: z.number(),
  sum: z.nullable(z.number()),
  comment: z.string(),
  /** Null: no longer sold under the contract. */
  now: z.nullable(offer),
  /** Differences: `stock` = less available than requested, `step` = the quantity is no longer a multiple. */
  changes: z.array(z.enum(['price', 'stock', 'step', 'gone'])),
  /** Replacement of an unavailable good: its successor (`same`), else a linked analogue. */
  replacement: z.nullable(
    z.extend(offer, {
      id: z.number(),
      parent: z.nullable(z.number()),
      header: z.string(),
      articul: z.string(),
      unit: z.string(),
      same: z.boolean(),
    }),
  ),
})

export type DraftLine = z.output<typeof draftLine>

const draftDetails = z.extend(draftSummary, { products: z.array(draftLine) })

export type DraftDetails = z.output<typeof draftDetails>

export const addToDraft = endpoint({
  verb: 'POST',
  path: '/api/addToDraft/',
  right: 'draft.edit',
  summary:
    "Save the basket as a draft; its default name is 'Корзина от dd.mm.yyyy HH:MM'. " +
    'The same Idempotency-Key returns the same draft',
  input: z.object({
    header: z.optional(z.nullable(header)),
    contract: chosen(wireId),
    /** Removes the saved lines from the basket in the same transaction; lines added meanwhile stay. */
    clear: z._default(wireFlag, false),
    /**
     * Keys of earlier versions of this save whose answers were lost (of the last 24 hours): their draft is removed if
     * nobody has changed it since, lines they removed from the basket come back first, and they are refused if they
     * arrive later.
     */
    replaces: z.optional(z.nullable(replacedKeys)),
  }),
  reply: z.object({ ...success, id: z.number(), header: z.string() }),
})

/** A good that was left out of a draft, and why, in Russian. */
const refusedGoods = z.object({ id: z.number(), header: z.string(), articul: z.string(), note: z.string() })

/**
 * Saves a reviewed file with several quantity columns (shops, months) as drafts, one per column, in one transaction.
 * Quantities are rounded up to the step and not capped by stock. Goods not sold under the contract are reported and
 * left out; a column of only such goods gives no draft. Needs the header `Idempotency-Key` (400 keyMissing): the same
 * key returns the first reply for 24 hours; another body under it is 422 keyReused. 422 tooManyDrafts above the
 * account's limit, emptyDraft where nothing is sold.
 */
export const uploadDrafts = endpoint({
  verb: 'POST',
  path: '/api/uploadDrafts/',
  right: 'draft.edit',
  summary: 'Save a reviewed upload as drafts, one per quantity column',
  input: z.object({
    contract: chosen(wireId),
    drafts: z
      .array(z.object({ header, list: cartList }))
      .check(z.minLength(1), z.maxLength(maxUploadDrafts, `Не больше ${maxUploadDrafts} черновиков за раз`)),
    /** Ids in the order of the file: the order of each draft's lines. */
    order: z.optional(z.nullable(z.array(wireId).check(z.maxLength(maxUploadRows)))),
    /** As in `addCartFromPricelist`: saved for the contragent. */
    codes: z.optional(z.nullable(settledCodes)),
    names: z.optional(z.nullable(settledNames)),
    columns: z.optional(z.nullable(confirmedColumns)),
    /** As in `addToDraft`. */
    replaces: z.optional(z.nullable(replacedKeys)),
  }),
  reply: z.object({
    ...success,
    /** In the requested order; `id` is null where there was nothing to save. */
    drafts: z.array(
      z.object({ id: z.nullable(z.number()), header: z.string(), lines: z.number(), refused: z.array(refusedGoods) }),
    ),
  }),
})

export type UploadDrafts = z.output<typeof uploadDrafts.reply>['drafts']

export const drafts = endpoint({
  verb: 'GET',
  path: '/api/drafts/',
  right: 'draft.edit',
  summary: "The caller's drafts, newest first",
  input: z.object({
    page: z._default(wireId, 1),
    perpage: z._default(z.pipe(wireId, z.number().check(z.maximum(100))), 10),
  }),
  reply: z.object({ ...success, items: z.array(draftSummary), count: z.number(), contract: z.null(), pagination }),
})

const one = { verb: 'POST', path: '/api/drafts/', right: 'draft.edit' } as const
const named = z.object({ ...success, id: z.number(), header: z.string() })

export const removeDraft = endpoint({
  ...one,
  action: 'remove',
  summary: 'Remove a draft; it can be restored for a day',
  input: z.object({ id: wireId }),
  reply: named,
})
export const restoreDraft = endpoint({
  ...one,
  action: 'restore',
  summary: 'Restore a draft removed within a day',
  input: z.object({ id: wireId }),
  reply: named,
})
export const renameDraft = endpoint({
  ...one,
  action: 'rename',
  summary: 'Rename a draft',
  input: z.object({ id: wireId, header }),
  reply: named,
})

export const repeatDraft = endpoint({
  ...one,
  action: 'repeat',
  summary:
    'Add a draft to the basket of its contract and choose that contract. ' +
    'The same Idempotency-Key returns the first reply for 24 hours',
  input: z.object({ id: wireId }),
  reply: repeatReply,
})

export const getDraft = endpoint({
  verb: 'GET',
  path: '/api/drafts/:id/',
  right: 'draft.edit',
  summary: 'A draft with its lines and their changes since',
  input: z.object({ id: wireId }),
  reply: z.object({ ...success, draft: draftDetails }),
})

const within = { verb: 'POST', path: '/api/drafts/:id/', right: 'draft.edit' } as const
const draftReply = z.object({ ...success, draft: draftDetails })
const maxLines = 10_000
const lineIds = z.array(wireId).check(z.minLength(1), z.maxLength(maxLines))

const quantity = z.pipe(
  wireNumber,
  z.number().check(z.minimum(0, 'Введите количество'), z.maximum(maxDraftQuantity, 'Не больше 1 000 000')),
)

export const changeDraft = endpoint({
  ...within,
  method: 'change',
  summary: 'Set quantities of lines, rounded up to the step; 0 removes a line, restorable for a day',
  input: z.object({
    id: wireId,
    lines: z.array(z.object({ id: wireId, qnt: quantity })).check(z.minLength(1), z.maxLength(maxLines)),
  }),
  reply: draftReply,
})

export const restoreDraftLines = endpoint({
  ...within,
  method: 'restore',
  summary: 'Restore lines removed within a day',
  input: z.object({ id: wireId, lines: lineIds }),
  reply: draftReply,
})

/**
 * Accepts today's price, step and quantity of lines, or their replacement, as the buyer has seen them. If one has
 * changed since, the call is a conflict and writes nothing.
 */
export const acceptDraft = endpoint({
  ...within,
  method: 'accept',
  summary: 'Accept the shown changes of draft lines',
  input: z.object({
    id: wireId,
    lines: z
      .array(
        z.object({
          id: wireId,
          price: z.optional(z.nullable(wireNumber)),
          qnt: wireNumber,
          replacement: chosen(wireId),
        }),
      )
      .check(z.minLength(1), z.maxLength(maxLines)),
  }),
  reply: draftReply,
})

export const draftToBasket = endpoint({
  ...within,
  method: 'toBasket',
  summary: 'Add selected lines of a draft to the basket',
  input: z.object({ id: wireId, lines: lineIds }),
  reply: repeatReply,
})

export const scheduleDraft = endpoint({
  ...within,
  method: 'schedule',
  summary: `Schedule a draft as a template every 1 to ${maxScheduleDays} days; 0 stops it`,
  input: z.object({
    id: wireId,
    days: z.pipe(
      wireNumber,
      z
        .number()
        .check(
          z.int('Введите целое число дней'),
          z.minimum(0, 'Не меньше 1 дня'),
          z.maximum(maxScheduleDays, `Не больше ${maxScheduleDays} дней`),
        ),
    ),
    task: z._default(z.enum(tasks), 'remind'),
    /** The first run; if absent, after `days` days. */
    next: z.optional(z.nullable(wireDate)),
  }),
  reply: draftReply,
})
