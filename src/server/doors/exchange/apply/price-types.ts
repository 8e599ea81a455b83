import { parseCurrency } from '#shared/rules/prices/currency-spellings.ts'
import { visitorWarehouseCode } from '#shared/constants.ts'
import { addVatToPrices } from '#server/catalogue/prices/shared-queries-write.ts'
import type { PriceTypeItem, WarehouseItem } from '../parse/items.ts'
import { defaultWarehouse } from '../plan/stocks.ts'
import type { ImportContext, KnownPriceType } from './context.ts'

const rrcName = /ррц|рекоменд/i

export async function applyPriceTypes(context: ImportContext, items: PriceTypeItem[]): Promise<void> {
  if (items.length === 0) return
  const known = await loadPriceTypes(context)
  for (const item of items) {
    context.tally.add('priceTypes', 'seen')
    const before = known.get(item.code)
    const { code, name, currency, vatIncluded } = item
    const columns = {
      code,
      name: name.slice(0, 500),
      currency: parseCurrency(currency) ?? currency,
      vatIncluded,
      isRrc: isRrc(context, code, name),
    }
    const same =
      before !== undefined &&
      Object.entries(columns).every(([key, value]) => before[key as keyof typeof columns] === value)
    if (same || (item.deleted && before === undefined)) context.tally.add('priceTypes', 'unchanged')
    else {
      context.tally.add('priceTypes', before === undefined ? 'created' : 'changed')
      await writePriceType(context, columns)
      if (before !== undefined && isUndescribed(before) && before.vatIncluded && !vatIncluded)
        await addVat(context, before.id)
    }
  }
}

/** Known only by the Ид that prices named; they were taken to include VAT. */
function isUndescribed({ code, name }: KnownPriceType): boolean {
  return name === code
}

async function addVat(context: ImportContext, priceTypeId: number): Promise<void> {
  const changed = await addVatToPrices(context.db, { priceTypeId })
  context.tally.add('prices', 'changed', changed.length)
  for (const id of changed) context.changedPrices.add(id)
}

/** Price types by Ид; unknown ones are created with their Ид as name. */
export async function ensurePriceTypes(
  context: ImportContext,
  codes: Iterable<string>,
): Promise<Map<string, KnownPriceType>> {
  const known = await loadPriceTypes(context)
  for (const code of codes) {
    if (code === '' || known.has(code)) continue
    context.tally.add('priceTypes', 'created')
    await writePriceType(context, {
      code,
      name: code,
      currency: 'RUB',
      vatIncluded: true,
      isRrc: isRrc(context, code, code),
    })
  }
  return known
}

export async function applyWarehouses(context: ImportContext, items: WarehouseItem[]): Promise<void> {
  if (items.length === 0) return
  context.tally.add('warehouses', 'seen', items.length)
  const live = items
    .filter(({ deleted }) => !deleted)
    .map(({ code, name, address }) => ({ code, name: name.slice(0, 500), address: address.slice(0, 1000) }))
  const changed = await context.rows(
    `update warehouses w set name = r.name, address = coalesce(nullif(r.address, ''), w.address)
     from json_to_recordset($1) r(code text, name text, address text)
     where w.code1c = r.code and (w.name, w.address) is distinct from (r.name,
       coalesce(nullif(r.address, ''), w.address)) returning 1`,
    live,
  )
  const created = await insertWarehouses(context, live)
  context.tally.add('warehouses', 'changed', changed.length)
  context.tally.add('warehouses', 'unchanged', items.length - changed.length - created)
  if (changed.length > 0) context.rebuild = true
}

/** Warehouse ids by Ид; unknown ones are created with their Ид as name. */
export async function ensureWarehouses(context: ImportContext, codes: Iterable<string>): Promise<Map<string, number>> {
  const known = context.warehouseIds
  const missing = [...new Set(codes)].filter((code) => !known.has(code))
  if (missing.length === 0) return known
  await insertWarehouses(
    context,
    missing.map((code) => ({ code, name: code === defaultWarehouse.code ? defaultWarehouse.name : code, address: '' })),
  )
  const rows = await context.rows<{ id: number; code1c: string }>('select id, code1c from warehouses')
  for (const { id, code1c } of rows) known.set(code1c, id)
  return known
}

/** Creates a warehouse if 1C sends stock without naming one: contracts need at least one. */
export async function ensureAnyWarehouse(context: ImportContext): Promise<void> {
  if ((context.tally.counts.stocks?.seen ?? 0) === 0) return
  const [any] = await context.rows(`select 1 from warehouses where code1c <> '${visitorWarehouseCode}' limit 1`)
  if (any === undefined) await ensureWarehouses(context, [defaultWarehouse.code])
}

async function insertWarehouses(
  context: ImportContext,
  warehouses: { code: string; name: string; address: string }[],
): Promise<number> {
  const rows = await context.rows(
    `insert into warehouses (code1c, name, address)
     select code, name, address from rows from (json_to_recordset($1) as (code text, name text,
       address text)) with ordinality r(code, name, address, n)
     where not exists (select from warehouses w where w.code1c = r.code) order by n returning 1`,
    warehouses,
  )
  context.tally.add('warehouses', 'created', rows.length)
  if (rows.length > 0) context.rebuild = true
  return rows.length
}

async function loadPriceTypes(context: ImportContext): Promise<Map<string, KnownPriceType>> {
  if (context.priceTypes !== undefined) return context.priceTypes
  const rows = await context.rows<KnownPriceType>(
    `select id, code1c as code, name, currency, vat_included as "vatIncluded", is_rrc as "isRrc" from price_types
      where base_id is null`,
  )
  context.priceTypes = new Map(rows.map((row) => [row.code, row]))
  return context.priceTypes
}

async function writePriceType(context: ImportContext, type: Omit<KnownPriceType, 'id'>): Promise<void> {
  const known = await loadPriceTypes(context)
  const { code, name, currency, vatIncluded, isRrc: rrc } = type
  const before = known.get(code)
  const [row] =
    before === undefined
      ? await context.rows<{ id: number }>(
          `insert into price_types (code1c, name, currency, vat_included, is_rrc) values ($1, $2, $3, $4, $5)
            returning id`,
          code,
          name,
          currency,
          vatIncluded,
          rrc,
        )
      : await context.rows<{ id: number }>(
          `update price_types set name = $2, currency = $3, vat_included = $4, is_rrc = $5 where code1c = $1
            returning id`,
          code,
          name,
          currency,
          vatIncluded,
          rrc,
        )
  if (row === undefined) throw new Error(`price type ${code} was not saved`)
  known.set(code, { ...type, id: row.id })
  context.rebuild = true
}

function isRrc({ settings }: ImportContext, code: string, name: string): boolean {
  return settings.rrcTypeCode === null ? rrcName.test(name) : settings.rrcTypeCode === code
}
