import * as z from 'zod/mini'
import { goodsFlags, goodsGaps, type GoodsGap } from '../../rules/goods/goods-flags.ts'
import { endpoint } from '../endpoint.ts'
import { maxGoodPictures, tooManyPictures } from './pictures.ts'
import { descriptionSource, maxDescriptionLength } from './categories.ts'
import { chosen, nothing, pagination, success, wireCount, wireFlag, wireId, wireText } from '../wire.ts'

// How staff present goods: flags, labels, pictures, linked goods and documents beside those of 1C.

/** A flag set by staff; 'exchange' = as in 1C. */
const flagChoice = z.enum(['exchange', 'yes', 'no'])
export type FlagChoice = z.output<typeof flagChoice>

const flagState = z.object({
  choice: flagChoice,
  /** The value from 1C. */
  exchange: z.boolean(),
  /** The value that buyers see. A running special offer overrides it for sales. */
  shown: z.boolean(),
})

const row = z.object({
  id: z.number(),
  articul: z.string(),
  header: z.string(),
  code: z.string(),
  barcode: z.string(),
  brand: z.string(),
  active: z.boolean(),
  variants_count: z.number(),
  hit: z.boolean(),
  novelty: z.boolean(),
  sale: z.boolean(),
  /** Flags set by staff. */
  by_hand: z.array(z.enum(goodsFlags)),
  tags: z.array(z.number()),
  picture: z.number(),
  picturetype: z.string(),
  pictures_count: z.number(),
  binds_count: z.number(),
  documents_count: z.number(),
})
export type StaffGoodRow = z.output<typeof row>

export const staffGoods = endpoint({
  verb: 'GET',
  path: '/api/staff/goods/',
  right: 'staff.catalogue',
  summary: 'Goods as staff see them, by article, name, barcode or code; a matching variant lists its product',
  input: z.object({
    query: z.optional(wireText(200).check(z.trim())),
    flag: z.optional(z.enum(goodsFlags)),
    tag: chosen(wireId),
    gap: z.optional(z.enum(goodsGaps)),
    state: z._default(z.enum(['active', 'gone', 'all']), 'active'),
    page: z._default(wireId, 1),
    perpage: z._default(z.pipe(wireId, z.number().check(z.maximum(100))), 20),
  }),
  reply: z.object({ ...success, items: z.array(row), pagination }),
})

export const countGoodsGaps = endpoint({
  verb: 'GET',
  path: '/api/staff/goods-gaps/',
  right: 'staff.catalogue',
  summary: 'How many goods of the catalogue lack a picture, a price, parameters or a description',
  input: nothing,
  reply: z.object({
    ...success,
    counts: z.object({
      picture: z.number(),
      price: z.number(),
      parameters: z.number(),
      description: z.number(),
    } satisfies Record<GoodsGap, unknown>),
  }),
})

/** `source`: 1C's cannot be removed, only hidden. */
const source = z.enum(['exchange', 'staff'])
const sourced = { source, hidden: z.boolean() }
const linked = z.object({
  id: z.number(),
  articul: z.string(),
  header: z.string(),
  active: z.boolean(),
  picture: z.number(),
  picturetype: z.string(),
  ...sourced,
})
export type LinkedGood = z.output<typeof linked>
const picture = z.object({ picture: z.number(), picturetype: z.string(), ...sourced })
export type GoodPicture = z.output<typeof picture>
/** `file` is the key for sending the document back. 1C's documents cannot be changed. */
const document = z.object({
  id: z.number(),
  file: z.number(),
  header: z.string(),
  extension: z.string(),
  size: z.number(),
  link: z.string(),
  source: z.enum(['exchange', 'staff']),
})
export type GoodDocument = z.output<typeof document>

const good = z.object({
  id: z.number(),
  articul: z.string(),
  header: z.string(),
  code: z.string(),
  barcode: z.string(),
  brand: z.string(),
  active: z.boolean(),
  variants_count: z.number(),
  /** Version of staff's decisions on this good; sent back with a change. Imports do not change it. */
  version: z.string(),
  flags: z.object({ hit: flagState, novelty: flagState, sale: flagState }),
  description: z.object({
    shown: descriptionSource,
    /** Staff's own text; '' = none. */
    text: z.string(),
    /** 1C's text without markup, as buyers would see it. */
    exchange_text: z.string(),
  }),
  tags: z.array(z.number()),
  /** In display order, the main one first, hidden ones last. */
  pictures: z.array(picture),
  analogues: z.array(linked),
  related: z.array(linked),
  documents: z.array(document),
})
export type StaffGood = z.output<typeof good>

export const staffGood = endpoint({
  verb: 'GET',
  path: '/api/staff/goods/:id/',
  right: 'staff.catalogue',
  summary: "A product's presentation, with the data of 1C",
  input: z.object({ id: wireId }),
  reply: z.object({ ...success, good }),
})

const flagsInput = z.object({
  hit: z.optional(flagChoice),
  novelty: z.optional(flagChoice),
  sale: z.optional(flagChoice),
})
/** An entry with source 1C that 1C no longer sends is ignored; without a source it is staff's. */
const placed = z.object({ id: wireId, hidden: z.optional(wireFlag), source: z.optional(source) })

export const saveGood = endpoint({
  verb: 'POST',
  path: '/api/staff/goods/',
  method: 'save',
  right: 'staff.catalogue',
  summary: "Replace a product's presentation; buyers see it at once. 409 when somebody else has changed it. Idempotent",
  input: z.object({
    id: wireId,
    version: z.optional(wireText(40)),
    flags: flagsInput,
    /** Absent: as before. An empty text of staff means 1C's. */
    description: z.optional(z.object({ shown: descriptionSource, text: wireText(maxDescriptionLength) })),
    tags: z.array(wireId).check(z.maxLength(50, 'У товара не больше 50 меток')),
    /**
     * In order, the main one first. Pictures of 1C that are not listed stay; staff's that are not listed are deleted.
     */
    pictures: z.array(placed).check(z.maxLength(maxGoodPictures, tooManyPictures)),
    analogues: z.array(placed).check(z.maxLength(100, 'Не больше 100 аналогов')),
    related: z.array(placed).check(z.maxLength(100, 'Не больше 100 сопутствующих товаров')),
    /** Staff's documents, in order. */
    documents: z
      .array(z.object({ file: wireId, header: wireText(300).check(z.trim()) }))
      .check(z.maxLength(50, 'У товара не больше 50 документов')),
  }),
  reply: z.object({ ...success, good }),
})

export const markGoods = endpoint({
  verb: 'POST',
  path: '/api/staff/goods/',
  method: 'mark',
  right: 'staff.catalogue',
  summary: 'Set flags and labels of several goods at once; unknown goods are ignored. `count` = changed goods',
  input: z.object({
    ids: z.array(wireId).check(z.minLength(1, 'Отметьте товары'), z.maxLength(500, 'Не больше 500 товаров за раз')),
    flags: z.optional(flagsInput),
    give: z.optional(z.array(wireId).check(z.maxLength(50))),
    take: z.optional(z.array(wireId).check(z.maxLength(50))),
  }),
  reply: z.object({ ...success, count: wireCount }),
})
