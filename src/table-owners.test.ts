import { globSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { sqlWritesOf, type TableNames } from '#tests/support/source/sql-writes.ts'

/**
 * Each table has one room that writes it: rows of `room: tables`. A failing test names the statement that writes a
 * table from outside.
 */
const owners: Record<string, string> = {
  'aftersale/chat': 'chat_files chat_messages chats gone_chat_files',
  'aftersale/callbacks': 'callbacks',
  'aftersale/canned-answers': 'canned_answers',
  'aftersale/pages': 'hidden_top_news material_versions materials top_news',
  'doors/administration': 'customer_notes portal_setup setup_tokens',
  'platform/sessions': 'actings sessions',
  'platform/audit': 'audit_fields audit_log audit_values',
  'doors/exchange': `arrivals brands categories exchange_catalogues exchange_chunks exchange_documents
    exchange_feed_fetches exchange_files exchange_other_catalogues exchange_pending exchange_picture_addresses
    exchange_pictures exchange_product_documents exchange_product_pictures
    exchange_properties exchange_property_values exchange_rejects exchange_runs exchange_seen exchange_sessions
    exchange_sources exchange_undescribed exchange_units order_handovers parameter_values parameters price_types
    product_categories product_parameters products warehouses`,
  'customers/accounts': 'account_contracts accounts attempts password_resets recovery_codes second_factors',
  'buying/basket': 'basket_edits basket_keys basket_lines basket_removed_lines baskets',
  'catalogue/card': 'price_history',
  'catalogue/conditions': 'price_conditions',
  'catalogue/currencies': 'currency_rates',
  'catalogue/price-breaks': 'price_breaks',
  'catalogue/prices': 'foreign_prices prices',
  'catalogue/search': 'chosen_warehouses',
  'catalogue/search-log': 'empty_searches search_days',
  'catalogue/snapshot': 'catalogue_changes parameter_use search_synonyms',
  'customers/addresses': 'addresses',
  'customers/consignees': 'consignees',
  'buying/delivery': `calendar_days delivery_companies delivery_methods delivery_terminals
    delivery_types delivery_zones`,
  'buying/documents': 'shipping_documents',
  'buying/drafts': 'draft_lines drafts',
  'catalogue/lists': 'arrival_watches favourite_list_goods favourite_lists favourites needs',
  'platform/mail': 'mails',
  'platform/notifications': 'mail_paces notification_settings notifications',
  'platform/web-push': 'web_push_keys web_push_subscriptions web_pushes',
  'aftersale/claims': 'claim_contract_terms claim_files claim_lines claim_messages claim_reads claims',
  'buying/acts': 'act_file_lines act_lines act_matches acts',
  'buying/finances': 'debt_reminders',
  'buying/ledger': 'ledger_entries ledger_lines ledger_settlements ledger_states',
  'buying/orders': 'order_events order_keys order_lines order_rates orders',
  'customers/organisations':
    'chosen_contracts contract_warehouses contracts contragents organisations personal_managers sellers',
  'customers/registration': 'captchas consents registration_events registration_requests',
  'catalogue/pictures': 'pictures product_pictures',
  'catalogue/presentation': `product_binds product_descriptions product_documents product_marks product_tags
    staff_pictures tags uploaded_documents`,
  'catalogue/price-lists': 'price_feeds price_links price_list_files price_requests',
  'catalogue/showcase': 'banners special_offer_goods special_offers',
  'catalogue/stock': 'stocks',
  'buying/uploads': 'client_codes upload_columns',
  'catalogue/views': 'compared_goods saved_filters seen_goods',
  'platform/db': 'write_probes',
  'platform/settings': 'settings',
}

/** Files that write tables of other rooms. This list may only shrink: call the owner instead. */
const exceptions: Record<string, string> = {
  'platform/backup/restore.ts': `actings catalogue_changes exchange_sessions price_feeds sessions setup_tokens
    web_push_subscriptions web_pushes`,
  'doors/exchange/apply/feeds/feed-binds.ts': 'product_binds',
  // Placing an order empties its basket and stores the address's zone in the statement that inserts it.
  'buying/orders/rules/queries-place.ts': 'addresses basket_edits basket_lines',
  'catalogue/presentation/categories/queries-categories.ts': 'categories',
  'catalogue/presentation/queries-marks.ts': 'products',
  'catalogue/presentation/queries-parameters.ts': 'parameters',
  // Price types that the portal derives; 1C has no part in them.
  'catalogue/prices/shared-queries-derived.ts': 'price_types',
  'catalogue/showcase/shared-queries-offers.ts': 'prices products',
  // The reserve of order lines (`reserved_milli`) is the stock room's.
  'catalogue/stock/queries-import.ts': 'order_lines',
  'catalogue/stock/shared-queries-reserve.ts': 'order_lines',
  // Demo data.
  'doors/demo/acts.ts': 'acts notifications',
  'doors/demo/buyers.ts': `account_contracts accounts addresses contract_warehouses contracts contragents organisations
    personal_managers sellers warehouses`,
  'doors/demo/claims.ts': 'claim_messages mails notifications',
  'doors/demo/consignees.ts': 'consignees',
  'doors/demo/debts.ts': 'contracts mails notifications',
  'doors/demo/delivery.ts': 'delivery_companies delivery_methods delivery_terminals delivery_types delivery_zones',
  'doors/demo/drafts.ts': 'draft_lines drafts',
  'doors/demo/ledger.ts': 'contracts',
  'doors/demo/price-history.ts': 'price_history',
  'doors/demo/people.ts': 'account_contracts accounts audit_log audit_values',
  'doors/demo/personal.ts': `arrival_watches compared_goods favourite_list_goods favourite_lists favourites needs
    notifications saved_filters seen_goods`,
  'doors/demo/price-requests.ts': 'notifications price_links price_list_files price_requests',
  'doors/demo/registrations.ts': 'consents registration_events registration_requests',
  'doors/demo/searches.ts': 'catalogue_changes empty_searches search_days search_synonyms',
  'doors/demo/talk/pages.ts': 'material_versions materials',
  'doors/demo/talk/chats.ts': 'callbacks chat_messages chats top_news',
  'doors/demo/showcase.ts': 'banners special_offer_goods special_offers',
  'doors/demo/seeded-sign-ins.ts': 'accounts',
}

/** Statements on a dynamic or temporary table; checked by hand. */
const unreadable = [
  'catalogue/lists/queries.ts: delete $value',
  'customers/personal-data/queries.ts: delete $value',
  'customers/personal-data/queries.ts: update $value',
  'doors/exchange/apply/feeds/feed-items.ts: delete feed_items',
  'doors/exchange/apply/feeds/feed-items.ts: insert feed_answers',
  'doors/exchange/apply/feeds/feed-items.ts: insert feed_items',
  'doors/exchange/apply/feeds/feed-items.ts: update feed_answers',
  'doors/exchange/apply/links.ts: delete $value',
  'doors/exchange/apply/links.ts: insert $value',
  'platform/backup/copy-in.ts: copy $value',
  'platform/backup/copy-in.ts: truncate $value',
  'platform/backup/copy-out.ts: copy $value',
]

const server = 'src/server/'
const modules = await Promise.all(
  globSync(`${server}platform/db/schema/**/*.ts`).map(
    (file): Promise<object> => import(/* @vite-ignore */ `./${relative('src', file)}`),
  ),
)
const tables: TableNames = new Map(
  modules.flatMap((module) =>
    Object.entries(module).flatMap(([name, value]) =>
      is(value, PgTable) ? [[name, getTableName(value)] as const] : [],
    ),
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

test("a table is written only in its owner's room, but for a shrinking list of exceptions", () => {
  const foreign = writes.filter(({ file, table }) => roomOf.has(table) && !isIn(file, roomOf.get(table) ?? ''))
  const found = Map.groupBy(foreign, ({ file }) => file)
  expect(
    Object.fromEntries([...found].map(([file, those]) => [file, uniqueSorted(those.map(({ table }) => table))])),
  ).toEqual(Object.fromEntries(Object.entries(exceptions).map(([file, list]) => [file, namesIn(list)])))
})

test('the reserve of order lines is written only in the stock room, but for the statement that places an order', () => {
  const reserve = /\breserved_milli\s*=|\breservedMilli\b\s*:\s*sql|insert into order_lines[^)]*\breserved_milli\b/
  const writing = files.filter((file) => reserve.test(readFileSync(file, 'utf8')))
  expect(writing.map((file) => file.slice(server.length)).filter((file) => !isIn(file, 'catalogue/stock'))).toEqual([
    'buying/orders/rules/queries-place.ts',
  ])
})

/** Every file with a statement that writes an order or its lines. */
const orderWriters: Record<string, string> = {
  'buying/orders/change/queries-state.ts': "the door's statement on the order",
  'buying/orders/queries-lines.ts': "the door's statements on its lines",
  'buying/orders/rules/queries-place.ts': "the door's statement that places an order",
  'buying/orders/shared-queries-demo-orders.ts': 'orders of the demo mode with their past',
  'buying/orders/shared-queries-handover.ts': 'which version 1C has: no change of the order',
  'buying/orders/shared-queries-merge.ts': 'orders of an organisation that is merged into another one',
  'buying/orders/shared-queries-purge.ts': 'deletes the orders of demo visitors',
  'catalogue/stock/queries-import.ts': 'reserve of the lines',
  'catalogue/stock/shared-queries-reserve.ts': 'reserve of the lines',
}

test('orders and their lines are written by the statements named above only', () => {
  const writing = writes.filter(({ table }) => table === 'orders' || table === 'order_lines').map(({ file }) => file)
  expect(uniqueSorted(writing)).toEqual(Object.keys(orderWriters))
})

test("the door's statements are run by apply-order-change.ts only", () => {
  const statements = /import \{[^}]*\b(?:insertOrder|writeOrder|insertLines|updateLines)\b[^}]*\} from '([^']+)'/g
  const modules = ['queries-state.ts', 'queries-lines.ts', 'queries-place.ts']
  const running = files.filter((file) =>
    [...readFileSync(file, 'utf8').matchAll(statements)].some(([, from = '']) =>
      modules.includes(from.split('/').at(-1) ?? ''),
    ),
  )
  expect(running.map((file) => file.slice(server.length))).toEqual(['buying/orders/change/apply-order-change.ts'])
})

test('every statement names the table it writes', () => {
  const unknown = writes
    .filter(({ table }) => !roomOf.has(table))
    .map(({ file, verb, table }) => `${file}: ${verb} ${table}`)
  expect(uniqueSorted(unknown)).toEqual(unreadable)
})

test('the check finds writes in SQL and query builder calls, but not in locks and comments', () => {
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
