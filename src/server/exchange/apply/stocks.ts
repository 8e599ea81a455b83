import { defaultWarehouse, type PlannedStocks } from '../plan/stocks.ts'
import type { ImportContext } from './context.ts'
import { ensureWarehouses } from './price-types.ts'

export type StocksOfProduct = Omit<PlannedStocks, 'rejects'> & { productId: number; receivedAt: Date }

type Row = { p: number; w: number; q: number }
type Line = { orderId: number; position: number; p: number; w: number; confirmedAt: Date }

/**
 * Writes stock figures that differ, and ends reservations that 1C's figures now contain. Rows are locked in the order
 * (product, warehouse) that orders take too; a figure that is the same is neither written nor locked.
 */
export async function writeStocks(context: ImportContext, records: StocksOfProduct[]): Promise<void> {
  if (records.length === 0) return
  const warehouses = await ensureWarehouses(context, records.flatMap(({ milliByWarehouse }) => namedWarehouses(milliByWarehouse)))
  const before = await context.rows<Row>(
    `select product_id as p, warehouse_id as w, on_hand_milli as q from stocks where product_id in (select json_array_elements_text($1)::int)`,
    records.map(({ productId }) => productId),
  )
  const held = Map.groupBy(before, ({ p }) => p)
  const wanted = records.flatMap((record) => wantedRows(record, held.get(record.productId) ?? [], warehouses))
  const there = new Map(before.map(({ p, w, q }) => [`${p}/${w}`, q]))
  // Nothing on hand needs no row: a warehouse that never held a good stays without one.
  const fresh = wanted.filter(({ p, w, q }) => q !== 0 && !there.has(`${p}/${w}`))
  const moved = wanted.filter(({ p, w, q }) => there.has(`${p}/${w}`) && there.get(`${p}/${w}`) !== q)
  const ended = await endedReservations(context, records, warehouses)

  await lock(context, [...moved, ...ended])
  await save(context, { fresh, moved })
  await endReservations(context, ended)
  context.tally.add('stocks', 'created', fresh.length)
  context.tally.add('stocks', 'changed', moved.length)
  context.tally.add('stocks', 'unchanged', wanted.length - fresh.length - moved.length)
  for (const { p } of [...fresh, ...moved, ...ended]) context.changedStocks.add(p)
}

/** 1C leaves out warehouses where nothing lies: that nothing is there at all makes no default one. */
function namedWarehouses(milliByWarehouse: Map<string, number>): string[] {
  return [...milliByWarehouse].filter(([code, milli]) => code !== defaultWarehouse.code || milli !== 0).map(([code]) => code)
}

function wantedRows({ productId, milliByWarehouse, whole }: StocksOfProduct, held: Row[], warehouses: Map<string, number>): Row[] {
  const defaultId = warehouses.get(defaultWarehouse.code)
  const named = [...milliByWarehouse].map(([code, q]) => ({ p: productId, w: warehouses.get(code) ?? 0, q }))
  const onlyTotal = named.length === 1 && named[0]?.w === defaultId
  const elsewhere = held.filter(({ w, q }) => w !== defaultId && q !== 0)
  // A total that only repeats what warehouses hold already, from a file that does not name them.
  if (onlyTotal && elsewhere.length > 0 && elsewhere.reduce((sum, { q }) => sum + q, 0) === named[0]?.q) return []

  const told = new Set(named.map(({ w }) => w))
  const emptied = held.filter(({ w, q }) => !told.has(w) && q !== 0 && (whole || (w === defaultId && named.length > 0)))
  return [...named, ...emptied.map(({ p, w }) => ({ p, w, q: 0 }))]
}

/** Lines of orders that 1C had confirmed before it sent these figures: the figures contain them (mode `free`). */
async function endedReservations(context: ImportContext, records: StocksOfProduct[], warehouses: Map<string, number>): Promise<Line[]> {
  if (context.settings.stockMeaning !== 'free') return []
  const lines = await context.rows<Line>(
    `select l.order_id as "orderId", l.position, l.product_id as p, l.warehouse_id as w, o.confirmed_at as "confirmedAt"
     from order_lines l join orders o on o.id = l.order_id
     where l.product_id in (select json_array_elements_text($1)::int) and l.reserved_milli > 0 and o.confirmed_at is not null`,
    records.map(({ productId }) => productId),
  )
  if (lines.length === 0) return []
  const byProduct = new Map(records.map((record) => [record.productId, record]))
  return lines.filter(({ p, w, confirmedAt }) => {
    const record = byProduct.get(p)
    if (record === undefined || confirmedAt >= record.receivedAt) return false
    return record.whole || [...record.milliByWarehouse.keys()].some((code) => warehouses.get(code) === w)
  })
}

async function lock(context: ImportContext, rows: { p: number; w: number }[]): Promise<void> {
  if (rows.length === 0) return
  await context.rows(
    `select 1 from stocks s join (select distinct p, w from json_to_recordset($1) r(p int, w int)) r on s.product_id = r.p and s.warehouse_id = r.w
     order by s.product_id, s.warehouse_id for update of s`,
    rows.map(({ p, w }) => ({ p, w })),
  )
}

async function save(context: ImportContext, { fresh, moved }: { fresh: Row[]; moved: Row[] }): Promise<void> {
  if (moved.length > 0) {
    await context.rows(
      `update stocks set on_hand_milli = r.q, updated_at = now() from json_to_recordset($1) r(p int, w int, q bigint)
       where product_id = r.p and warehouse_id = r.w`,
      moved,
    )
  }
  if (fresh.length > 0) {
    await context.rows(
      `insert into stocks (product_id, warehouse_id, on_hand_milli) select p, w, q from json_to_recordset($1) r(p int, w int, q bigint)
       on conflict (product_id, warehouse_id) do update set on_hand_milli = excluded.on_hand_milli, updated_at = now()`,
      fresh,
    )
  }
}

async function endReservations(context: ImportContext, lines: Line[]): Promise<void> {
  if (lines.length === 0) return
  // Read again under the lock of the stock rows: a cancellation may have been quicker.
  await context.rows(
    `with ended as (
       select l.order_id, l.position, l.product_id, l.warehouse_id, l.reserved_milli from order_lines l
       join json_to_recordset($1) r("orderId" int, position int) on l.order_id = r."orderId" and l.position = r.position
       where l.reserved_milli > 0 order by l.order_id, l.position for update of l),
     released as (
       update order_lines l set reserved_milli = 0 from ended e where l.order_id = e.order_id and l.position = e.position),
     sums as (select product_id, warehouse_id, sum(reserved_milli) as milli from ended group by 1, 2)
     update stocks s set reserved_milli = s.reserved_milli - sums.milli, updated_at = now()
     from sums where s.product_id = sums.product_id and s.warehouse_id = sums.warehouse_id`,
    lines.map(({ orderId, position }) => ({ orderId, position })),
  )
}
