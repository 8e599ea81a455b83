import type { VatRate } from '#shared/rules/vat.ts'
import type { ImportContext } from './context.ts'

export type KnownProduct = {
  id: number
  code: string
  digest: string
  active: boolean
  name: string
  articul: string
  vat: VatRate
  barcodes: string[]
  /** Barcodes that only offers have. */
  offerBarcodes: string[]
  /** Ид of its catalogue (Каталог/Ид). */
  catalogueCode: string
  parentId: number | null
}

/** Columns of a KnownProduct. */
export const knownColumns = `id, code1c as code, source_digest as digest, active, name, articul, vat, barcodes,
  offer_barcodes as "offerBarcodes", catalogue_code as "catalogueCode", parent_id as "parentId"`

/** Stored goods and variants by Ид. */
export async function findProducts(context: ImportContext, codes: string[]): Promise<Map<string, KnownProduct>> {
  const rows = await context.rows<KnownProduct>(
    `select ${knownColumns} from products where code1c in (select json_array_elements_text($1))`,
    [...new Set(codes)],
  )
  return new Map(rows.map((row) => [row.code, row]))
}

type Barcodes = Pick<KnownProduct, 'barcodes' | 'offerBarcodes'>

/** Barcodes after importing a good or variant: its own ones are replaced, those of offers kept. */
export function withOwnBarcodes(before: Barcodes, sent: string[]): Barcodes {
  const own = sent.length > 0 ? sent : ownBarcodes(before)
  const offerBarcodes = before.offerBarcodes.filter((each) => !own.includes(each))
  return { barcodes: [...own, ...offerBarcodes], offerBarcodes }
}

/** Barcodes after importing an offer. */
export function withOfferBarcodes(before: Barcodes, sent: string[]): Barcodes {
  const own = ownBarcodes(before)
  const offerBarcodes = sent.filter((each) => !own.includes(each))
  return { barcodes: [...own, ...offerBarcodes], offerBarcodes }
}

function ownBarcodes({ barcodes, offerBarcodes }: Barcodes): string[] {
  return barcodes.filter((each) => !offerBarcodes.includes(each))
}

export async function setActive(context: ImportContext, ids: number[], active: boolean): Promise<void> {
  if (ids.length === 0) return
  context.rebuild = true
  await context.rows(
    `update products set active = $2, updated_at = now()
      where id in (select json_array_elements_text($1)::int) and active <> $2`,
    ids,
    active,
  )
}

/** Records the goods sent in this session; at its end a full export deactivates all others. */
export async function markSeen(context: ImportContext, ids: (number | undefined)[]): Promise<void> {
  const known = [...new Set(ids.filter((id) => id !== undefined))]
  if (known.length === 0) return
  await context.rows(
    `insert into exchange_seen (session_id, product_id) select $2::int, json_array_elements_text($1)::int
      on conflict do nothing`,
    known,
    context.sessionId,
  )
}
