import type { ClientBase } from 'pg'

/** A connection inside an import's transaction. */
export type Connection = Pick<ClientBase, 'query'>

export type StockFigure = { productId: number; warehouseId: number; onHandMilli: number }

export type ConfirmedLine = {
  orderId: number
  position: number
  productId: number
  warehouseId: number
  /** When 1C confirmed the line's order. */
  confirmedAt: Date
}

export async function listFigures(connection: Connection, productIds: readonly number[]): Promise<StockFigure[]> {
  return rowsOf(
    connection,
    `
    select product_id as "productId", warehouse_id as "warehouseId", on_hand_milli as "onHandMilli"
    from stocks where product_id in (select json_array_elements_text($1)::int)
      -- 1C knows nothing of the warehouse of the demo mode.
      and warehouse_id is distinct from (
        select (value ->> 'warehouseId')::int from settings where name = 'visitors.shop')`,
    productIds,
  )
}

/** Lines of confirmed orders that reserve these goods. */
export async function listConfirmedLines(
  connection: Connection,
  productIds: readonly number[],
): Promise<ConfirmedLine[]> {
  return rowsOf(
    connection,
    `
    select l.order_id as "orderId", l.position, l.product_id as "productId", l.warehouse_id as "warehouseId",
      o.confirmed_at as "confirmedAt"
    from order_lines l join orders o on o.id = l.order_id
    where l.product_id in (select json_array_elements_text($1)::int) and l.reserved_milli > 0
      and o.confirmed_at is not null`,
    productIds,
  )
}

type StockKey = { productId: number; warehouseId: number }

/** In the lock order of orders (shared-queries-reserve.ts). */
export async function lockFigures(connection: Connection, keys: readonly StockKey[]): Promise<void> {
  if (keys.length === 0) return
  await rowsOf(
    connection,
    `
    select 1 from stocks s join (
      select distinct "productId", "warehouseId" from json_to_recordset($1) r("productId" int, "warehouseId" int)) r
      on s.product_id = r."productId" and s.warehouse_id = r."warehouseId"
    order by s.product_id, s.warehouse_id for update of s`,
    keys.map(({ productId, warehouseId }) => ({ productId, warehouseId })),
  )
}

export async function updateFigures(connection: Connection, figures: readonly StockFigure[]): Promise<void> {
  if (figures.length === 0) return
  await rowsOf(
    connection,
    `
    update stocks set on_hand_milli = r."onHandMilli", updated_at = now()
    from json_to_recordset($1) r("productId" int, "warehouseId" int, "onHandMilli" bigint)
    where product_id = r."productId" and warehouse_id = r."warehouseId"`,
    figures,
  )
}

export async function insertFigures(connection: Connection, figures: readonly StockFigure[]): Promise<void> {
  if (figures.length === 0) return
  await rowsOf(
    connection,
    `
    insert into stocks (product_id, warehouse_id, on_hand_milli) select "productId", "warehouseId", "onHandMilli"
    from json_to_recordset($1) r("productId" int, "warehouseId" int, "onHandMilli" bigint)
    on conflict (product_id, warehouse_id) do update set on_hand_milli = excluded.on_hand_milli, updated_at = now()`,
    figures,
  )
}

/**
 * Ends the reservations of lines. Reads them again under the lock, because an order may have been cancelled in between.
 */
export async function releaseConfirmedReservations(
  connection: Connection,
  lines: readonly ConfirmedLine[],
): Promise<void> {
  if (lines.length === 0) return
  await rowsOf(
    connection,
    `
    with ended as (
      select l.order_id, l.position, l.product_id, l.warehouse_id, l.reserved_milli from order_lines l
      join json_to_recordset($1) r("orderId" int, position int) on l.order_id = r."orderId" and l.position = r.position
      where l.reserved_milli > 0 order by l.order_id, l.position for update of l),
    released as (
      update order_lines l set reserved_milli = 0 from ended e where l.order_id = e.order_id
        and l.position = e.position),
    sums as (select product_id, warehouse_id, sum(reserved_milli) as milli from ended group by 1, 2)
    update stocks s set reserved_milli = s.reserved_milli - sums.milli, updated_at = now()
    from sums where s.product_id = sums.product_id and s.warehouse_id = sums.warehouse_id`,
    lines.map(({ orderId, position }) => ({ orderId, position })),
  )
}

async function rowsOf<Row>(connection: Connection, statement: string, list: readonly unknown[]): Promise<Row[]> {
  const { rows } = await connection.query(statement, [JSON.stringify(list)])
  return rows as Row[]
}
