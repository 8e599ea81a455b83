import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { processBasket } from '#shared/api/basket.ts'
import { fileClaim, replyToClaim } from '#shared/api/claims.ts'
import { addToDraft } from '#shared/api/drafts.ts'
import { saveFavoriteList, addFavorite } from '#shared/api/lists.ts'
import { requestAct } from '#shared/api/money/acts.ts'
import { createOrder } from '#shared/api/orders.ts'
import { getPriceList, makePriceLink, priceRequest } from '#shared/api/price-lists.ts'
import { requestCallback } from '#shared/api/talk/callbacks.ts'
import { sendChat } from '#shared/api/talk/chat.ts'
import { saveFilter } from '#shared/api/views.ts'
import { addDays, dayOf, formatDay } from '#shared/rules/dates.ts'
import { buildActs } from '#server/buying/acts/build.ts'
import { shippingDocuments } from '#server/platform/db/schema/ledger.ts'
import type { Db } from '#server/platform/db/client.ts'
import { openLocalStore } from '#server/platform/files/store.ts'
import { call } from '#web/api/client.ts'
import type { TestApp, Visitor } from '../app.ts'
import { signedIn } from '../fixtures.ts'
import { addLedger } from '../ledger.ts'
import { addRequest } from '../accounts/registration.ts'

/**
 * A record of every kind that a buyer can have, each marked with its own text: an answer with that text discloses the
 * record. All rows of a buyer have ids of one range, so that one number is an id of each kind.
 */
export type MarkedRange = {
  marker: string
  /** The id of the first record of each kind. */
  firstId: number
}

const idsPerRange = 10_000

/** All new rows get ids of this range from now on. */
export async function startIdRange(db: Db, { firstId }: MarkedRange): Promise<void> {
  await db.execute(sql`
    select setval(c.oid::regclass, ${firstId}, false) from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'S' and n.nspname = 'public'`)
}

/** Text columns by table: first the column whose value tells the range, then the columns that are marked. */
const markedColumns: Record<string, string> = {
  organisations: 'id name',
  contragents: 'id company full_name legal_address actual_address head_name head_post bank',
  contracts: 'id number debt_alert',
  accounts: 'id name',
  addresses: 'id full_address comment',
  consignees: 'id name surname patronymic company comment attorney_number file_name',
  sessions: 'account_id address user_agent',
  basket_edits: 'basket_id before_note original_note after_note',
  basket_lines: 'basket_id note',
  basket_removed_lines: 'basket_id note',
  drafts: 'id header',
  draft_lines: 'draft_id note',
  favourite_lists: 'id name',
  saved_filters: 'id name',
  notifications: 'id title text',
  mails: 'id subject text',
  price_requests: 'id comment answer',
  price_list_files: 'id name',
  price_links: 'id name',
  orders: 'id client_number comment',
  order_events: 'order_id author comment',
  order_lines: 'order_id name note',
  customer_notes: 'id text',
  order_keys: 'account_id reply',
  chat_messages: 'id author message',
  chat_files: 'id name',
  callbacks: 'id name wanted result done_by',
  acts: 'id requested_by answered_by file_name error staff_note replied_by',
  act_lines: 'act_id number basis',
  act_file_lines: 'act_id document',
  act_matches: 'act_id comment reply_reason',
  claims: 'id filed_by text question decision document',
  claim_lines: 'claim_id name text reason',
  claim_messages: 'claim_id author text',
  claim_files: 'id name',
  ledger_entries: 'id number basis',
  ledger_lines: 'entry_id name articul',
  shipping_documents: 'id number basis edo_by',
  client_codes: 'contragent_id code name',
  registration_requests:
    'id company full_name legal_address actual_address head_name bank contact_name staff_note decision_text',
  registration_events: 'request_id text',
  consents: 'id address',
}

type RecordsInput = MarkedRange & { accountId: number; contractId: number; contragentId: number; productId: number }

/** Creates everything an account can store under a contract. */
export async function createRecords(
  portal: TestApp,
  { accountId, contractId: contract, ...input }: RecordsInput,
): Promise<void> {
  const { marker, productId: id } = input
  const visitor = await signedIn(portal, accountId)
  const setQuantity = (qnt: number) => call(processBasket, { id, qnt, contract }, visitor)
  const withKey = (key: string) => ({ send: visitor.send, key: encodeURIComponent(`${marker}-${key}`) })
  await setQuantity(1)
  await call(addToDraft, { header: marker, contract }, visitor)
  const order = await call(createOrder, { contract, delivery_method: 3 }, withKey('order'))
  await setQuantity(2)
  await call(addFavorite, { id }, visitor)
  await call(saveFavoriteList, { header: marker }, visitor)
  await call(saveFilter, { header: marker, address: '/catalog?query=1' }, visitor)
  await call(makePriceLink, { contract, header: marker }, visitor)
  await call(priceRequest, { contract, comment: marker }, visitor)
  await call(getPriceList, { contract }, visitor)
  await addLedger(portal.db, contract, [{ number: marker, debit: 12_300, due: '2026-11-10' }])
  await call(requestAct, { contract_id: contract, ...periodUntilToday() }, visitor)
  await buildActs(portal)
  await call(requestCallback, { data: { phone: '+7 (495) 730-15-20', firstname: marker } }, visitor)
  const chatFile = await upload(visitor, '/api/chat/files', `${marker}-chat-file`)
  await call(sendChat, { message: marker, files: [chatFile], orders: [order.id] }, withKey('chat'))
  await shipOrder(portal.db, order.id)
  const reclamation = { orderCode1c: order.numberOrder, type: 5, products: [{ id, qty: 1 }] }
  const { claim } = await call(fileClaim, { reclamation }, visitor)
  const claimFile = await upload(visitor, '/api/claimFile/', `${marker}-claim-file`)
  await call(replyToClaim, { id: claim.id, text: marker, files: [claimFile] }, visitor)
  await addShippingDocument(portal, { contract, marker })
  await insertOtherRows(portal.db, { ...input, accountId, contract })
}

function periodUntilToday() {
  const today = dayOf(new Date())
  return { startdate: formatDay(addDays(today, -30)), enddate: formatDay(today) }
}

const pdfOf = (marker: string) => Buffer.from(`%PDF-1.4\n%${marker}\n%%EOF`)

async function upload(visitor: Visitor, path: string, marker: string): Promise<number> {
  const response = await visitor.send(`${path}?name=word.pdf`, { method: 'POST', body: new Uint8Array(pdfOf(marker)) })
  return ((await response.json()) as { file: { id: number } }).file.id
}

/** Ships the order like 1C. */
async function shipOrder(db: Db, id: number): Promise<void> {
  await db.execute(sql`update orders set state = 11 where id = ${id}`)
  await db.execute(sql`update order_lines set shipped_milli = quantity_milli where order_id = ${id}`)
  await db.execute(sql`insert into order_events (order_id, state, author) values (${id}, 11, '1С')`)
}

async function addShippingDocument(
  portal: TestApp,
  { contract, marker }: { contract: number; marker: string },
): Promise<void> {
  const store = openLocalStore(join(portal.config.dataDir, 'files'))
  const fileKey = `shipping-documents/${contract}.pdf`
  const content = pdfOf(`${marker}-paper`)
  await store.put(fileKey, content)
  await portal.db.insert(shippingDocuments).values({
    code1c: marker,
    contractId: contract,
    kind: 'upd',
    number: marker,
    day: dayOf(new Date()),
    fileKey,
    fileBytes: content.length,
    digest: marker,
    fileDigest: marker,
  })
}

type RowsInput = {
  marker: string
  firstId: number
  accountId: number
  contract: number
  contragentId: number
  productId: number
}

/** Rows that would need many calls. */
async function insertOtherRows(db: Db, { marker, firstId, accountId, contract, contragentId, productId }: RowsInput) {
  const [act, entry, basket] = [firstId, firstId, firstId]
  for (const statement of [
    sql`insert into act_file_lines (act_id, position, row, day, document, debit_kopecks, credit_kopecks, match)
      values (${act}, 1, 1, now(), '', 1, 0, 9)`,
    sql`insert into act_matches (act_id, match, outcome, effect_kopecks, answer, reply)
      values (${act}, 9, 'absentOurs', 1, 'dispute', 'refuse')`,
    sql`insert into ledger_lines (entry_id, position, product_id, articul, name, unit, quantity_milli, sum_kopecks)
      values (${entry}, 1, ${productId}, '', '', 'шт', 1000, 100)`,
    sql`insert into basket_removed_lines (basket_id, product_id, warehouse_id, quantity_milli, shown_price_kopecks)
      select basket_id, product_id, warehouse_id, quantity_milli, 1 from basket_lines where basket_id = ${basket}`,
    sql`insert into basket_edits (basket_id, product_id, warehouse_id, staff_id, before_milli, before_note,
        original_milli, original_note, after_milli, after_note)
      select basket_id, product_id, warehouse_id, ${accountId}, 0, '', 0, '', quantity_milli, note from basket_lines
      where basket_id = ${basket}`,
    sql`insert into client_codes (contragent_id, key, code, product_id)
      values (${contragentId}, ${marker}, '', ${productId}) on conflict do nothing`,
    sql`insert into needs (account_id, product_id, in_stock) values (${accountId}, ${productId}, false)
      on conflict do nothing`,
    sql`insert into customer_notes (organisation_id, client_key, text)
      select organisation_id, ${marker}, '' from contracts where id = ${contract}`,
    sql`update contracts set debt_alert = ${marker}, stop_orders = false where id = ${contract}`,
  ])
    await db.execute(statement)
}

/** The approved request of the buyer's registration. */
export async function addApprovedRequest(
  portal: TestApp,
  { accountId, organisationId }: { accountId: number; organisationId: number },
): Promise<void> {
  const requestId = await addRequest(portal, { status: 'approved', decidedAt: new Date(), accountId, organisationId })
  await portal.db.execute(sql`
    insert into registration_events (request_id, kind) values (${requestId}, 'submitted')`)
  await portal.db.execute(sql`
    insert into consents (request_id, account_id, kind, text_version, address)
    values (${requestId}, ${accountId}, 'offer', '1', '')`)
}

/** Writes the marker with table and id into every marked column of the range's rows. */
export async function markRows(db: Db, { marker, firstId }: MarkedRange): Promise<void> {
  for (const [table, columns] of Object.entries(markedColumns)) {
    const [key = '', ...texts] = columns.split(' ')
    const markedText = sql`${`${marker}-${table}-`}::text || ${sql.identifier(key)}`
    const value = table === 'order_keys' ? sql`to_jsonb(${markedText})` : markedText
    const set = sql.join(
      texts.map((text) => sql`${sql.identifier(text)} = ${value}`),
      sql`, `,
    )
    await db.execute(sql`
      update ${sql.identifier(table)} set ${set}
      where ${sql.identifier(key)} between ${firstId} and ${firstId + idsPerRange - 1}`)
  }
}
