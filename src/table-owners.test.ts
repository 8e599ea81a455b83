import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { sqlWritesOf, type TableNames } from '#tests/support/sql-writes.ts'

/**
 * Each table has one room that writes it: rows of `room: tables`. A test's failure names the statement that writes a
 * table from outside.
 */
const owners: Record<string, string> = {
  administration: `accounts account_contracts contract_warehouses contracts contragents organisations personal_managers
    portal_setup setup_tokens`,
  audit: 'audit_log audit_values',
  exchange: `arrivals brands categories exchange_catalogues exchange_chunks exchange_documents exchange_files
    exchange_other_catalogues exchange_pending exchange_pictures exchange_product_documents exchange_product_pictures
    exchange_properties exchange_property_values exchange_rejects exchange_runs exchange_seen exchange_sessions
    exchange_undescribed exchange_units order_handovers parameter_values parameters price_types prices
    product_categories product_parameters products warehouses`,
  'features/access': 'attempts recovery_codes second_factors sessions',
  'features/basket': 'basket_keys basket_lines basket_removed_lines baskets',
  'features/catalogue': 'catalogue_changes chosen_warehouses parameter_use price_history search_synonyms',
  'features/delivery': `addresses calendar_days consignees delivery_companies delivery_methods delivery_terminals
    delivery_types delivery_zones`,
  'features/drafts': 'draft_lines drafts',
  'features/lists': 'arrival_watches favourite_list_goods favourite_lists favourites needs',
  'features/mail': 'mails',
  'features/notifications': 'notifications',
  'features/orders': 'order_events order_keys order_lines orders',
  'features/organisations': 'chosen_contracts sellers',
  'features/pictures': 'pictures product_pictures',
  'features/presentation': 'product_binds product_documents product_marks product_tags staff_pictures tags uploaded_documents',
  'features/price-lists': 'price_feeds price_links price_list_files price_requests',
  'features/showcase': 'banners special_offer_goods special_offers',
  'features/stock': 'stocks',
  'features/uploads': 'client_codes upload_columns',
  'features/views': 'compared_goods saved_filters seen_goods',
  db: 'write_probes',
  settings: 'settings',
}

/** Files that write tables of other rooms. This list only shrinks: call the owner instead. */
const exceptions: Record<string, string> = {
  'backup/restore.ts': 'catalogue_changes exchange_sessions price_feeds sessions setup_tokens',
  'exchange/apply/documents.ts': 'product_documents',
  'exchange/apply/feed-binds.ts': 'product_binds',
  'exchange/apply/goods.ts': 'product_marks',
  'exchange/apply/pictures.ts': 'pictures',
  'exchange/apply/runs.ts': 'catalogue_changes',
  'exchange/apply/sellers.ts': 'sellers',
  'exchange/orders/queries-out.ts': 'orders',
  'features/lists/queries-arrivals.ts': 'notifications',
  'features/orders/queries-delivery.ts': 'addresses',
  'features/orders/queries-limits.ts': 'accounts',
  // Placing an order empties its basket and keeps the address's zone in the statement that inserts it.
  'features/orders/queries-place.ts': 'addresses basket_lines',
  'features/organisations/queries-contract-sellers.ts': 'contracts',
  'features/presentation/queries-categories.ts': 'categories',
  'features/presentation/queries-changes.ts': 'catalogue_changes',
  'features/presentation/queries-marks.ts': 'products',
  'features/presentation/queries-parameters.ts': 'parameters',
  'features/showcase/queries-offers.ts': 'catalogue_changes prices products',
  // What lines of orders hold of the stock (`reserved_milli`) is the stock room's.
  'features/stock/queries-receive.ts': 'order_lines',
  'features/stock/queries-reserve.ts': 'order_lines',
  // Demo data.
  'db/demo/buyers.ts': `account_contracts accounts addresses consignees contract_warehouses contracts contragents
    organisations personal_managers sellers warehouses`,
  'db/demo/debts.ts': 'contracts',
  'db/demo/delivery.ts': 'delivery_companies delivery_methods delivery_terminals delivery_types delivery_zones',
  'db/demo/drafts.ts': 'draft_lines drafts',
  'db/demo/history.ts': 'order_events order_lines orders',
  'db/demo/past-prices.ts': 'price_history',
  'db/demo/personal.ts': `arrival_watches compared_goods favourite_list_goods favourite_lists favourites needs
    notifications saved_filters seen_goods`,
  'db/demo/price-requests.ts': 'notifications price_links price_list_files price_requests',
  'db/demo/search-synonyms.ts': 'catalogue_changes search_synonyms',
  'db/demo/showcase.ts': 'banners special_offer_goods special_offers',
  'db/demo/standing-sign-ins.ts': 'accounts',
}

/** Statements whose table is known only when they run, or is a temporary one; read by eye. */
const unreadable = [
  'backup/copy-in.ts: copy $value',
  'backup/copy-in.ts: truncate $value',
  'backup/copy-out.ts: copy $value',
  'exchange/apply/feed-items.ts: delete feed_items',
  'exchange/apply/feed-items.ts: insert feed_items',
  'exchange/apply/links.ts: delete $value',
  'exchange/apply/links.ts: insert $value',
  'features/lists/queries.ts: delete $value',
]

const server = 'src/server/'
const modules = await Promise.all(
  globSync(`${server}db/schema/*.ts`).map((file): Promise<object> => import(`./server/db/schema/${basename(file, '.ts')}.ts`)),
)
const tables: TableNames = new Map(
  modules.flatMap((module) =>
    Object.entries(module).flatMap(([name, value]) => (is(value, PgTable) ? [[name, getTableName(value)] as const] : [])),
  ),
)
const roomOf = new Map(Object.entries(owners).flatMap(([room, list]) => namesIn(list).map((table) => [table, room])))
const files = globSync(`${server}**/*.ts`).filter((file) => !file.endsWith('.test.ts'))
const writes = files.flatMap((file) =>
  sqlWritesOf(file, tables).map((write) => ({ file: file.slice(server.length), ...write })),
)

test('every table has one owner', () => {
  expect(Object.values(owners).flatMap(namesIn).toSorted()).toEqual([...tables.values()].toSorted())
})

test("a table is written in its owner's room alone; the exceptions only shrink", () => {
  const foreign = writes.filter(({ file, table }) => roomOf.has(table) && !isIn(file, roomOf.get(table) ?? ''))
  const found = Map.groupBy(foreign, ({ file }) => file)
  expect(
    Object.fromEntries([...found].map(([file, those]) => [file, uniqueSorted(those.map(({ table }) => table))])),
  ).toEqual(Object.fromEntries(Object.entries(exceptions).map(([file, list]) => [file, namesIn(list)])))
})

test("what an order's lines hold of the stock is changed in the stock room alone", () => {
  const changing = files.filter((file) => /\breserved_milli\s*=|\breservedMilli: sql/.test(readFileSync(file, 'utf8')))
  expect(changing.filter((file) => !isIn(file.slice(server.length), 'features/stock'))).toEqual([])
})

test('orders are written by the one door alone', () => {
  const door = 'features/orders/change/apply-order-change.ts'
  const writers = /\b(?:insertOrder|writeOrder|insertLines|updateLines|release|reserve)\(tx/
  const rooms = files.map((file) => file.slice(server.length)).filter((file) => /^(features\/orders|exchange|jobs)\//.test(file))
  expect(rooms.filter((file) => writers.test(readFileSync(server + file, 'utf8')))).toEqual([door])
})

test('a statement says which table it writes', () => {
  const unknown = writes.filter(({ table }) => !roomOf.has(table)).map(({ file, verb, table }) => `${file}: ${verb} ${table}`)
  expect(uniqueSorted(unknown)).toEqual(unreadable)
})

test('writes are found in SQL and in calls of the query builder, in locks and comments they are not', () => {
  const source = `
    // update orders set state = 4
    await db.insert(orders).values(row)
    await db.execute(sql\`with gone as (delete from basket_lines) update \${orders} o set state = \${state}\`)
    await client.query('select 1 from stocks s order by 1 for update of s')
    await client.query("INSERT INTO stocks (product_id) values (1) on conflict do update set on_hand_milli = 0")
    await client.query(\`truncate \${name}\`)
    map.delete(orders.id)`
  expect(sqlWritesOf('probe.ts', tables, source)).toEqual([
    { verb: 'insert', table: 'orders' },
    { verb: 'delete', table: 'basket_lines' },
    { verb: 'update', table: 'orders' },
    { verb: 'insert', table: 'stocks' },
    { verb: 'truncate', table: '$value' },
  ])
})

function isIn(file: string, room: string): boolean {
  return file.startsWith(`${room}/`) || file === `${room}.ts`
}

function namesIn(list: string): string[] {
  return list.split(/\s+/)
}

function uniqueSorted(list: readonly string[]): string[] {
  return [...new Set(list)].toSorted()
}
