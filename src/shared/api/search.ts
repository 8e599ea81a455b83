import * as z from 'zod/mini'
import { productRow } from './catalogue.ts'
import { endpoint } from './endpoint.ts'
import { chosen, success, wireCount, wireFlag, wireId, wireText } from './wire.ts'

const keyword = z._default(
  z.pipe(
    z.union([wireText(20_000), z.null()]),
    z.transform((given) => (given ?? '').trim()),
  ),
  '',
)

/** As-you-type search. Fewer characters than `searchFromCharacters` find nothing. */
export const quickSearch = endpoint({
  verb: 'GET',
  path: '/api/search/',
  right: 'catalogue.view',
  summary: 'The best matches while typing',
  input: z.object({
    keyword,
    contract: chosen(wireId),
    perpage: z._default(wireCount.check(z.minimum(1), z.maximum(20)), 8),
  }),
  reply: z.object({
    ...success,
    goods: z.array(productRow),
    /** Number of goods that the full search finds. */
    count: z.number(),
    /** The nearest spelling with results, when there are none. */
    suggestion: z.nullable(z.string()),
  }),
})

const { id, header, articul, unit, price, total_rest, stock_label, picture, picturetype, variants_count } =
  productRow.shape
const shortRow = z.object({
  id,
  header,
  articul,
  unit,
  price,
  total_rest,
  stock_label,
  picture,
  picturetype,
  variants_count,
})

/**
 * The legacy API's search for complaints, from 2 characters: full rows, with `simple` only the fields of an as-you-type
 * list.
 */
export const simpleSearch = endpoint({
  verb: 'GET',
  path: '/search/',
  right: 'catalogue.view',
  summary: 'Goods for a complaint, with pictures, prices and stock',
  input: z.object({ keyword, simple: z._default(wireFlag, false), contract: chosen(wireId) }),
  reply: z.object({
    ...success,
    goods: z.array(z.union([productRow, shortRow])),
    count: z.number(),
  }),
})
