import { sql } from 'drizzle-orm'
import { draftName } from '#shared/rules/draft-name.ts'
import { addDays, dayOf } from '#shared/rules/dates.ts'
import { draftLines, drafts } from '#server/platform/db/schema/drafts.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { DemoBuyers } from './buyers.ts'
import { randomFor } from './random.ts'

const seed = 20_264
const dayMs = 86_400_000

type DemoDraft = {
  accountId: number
  contractId: number
  warehouseId: number
  header: string
  savedAt: Date
  lines: number
  every?: { days: number; task: 'remind' | 'prepare'; nextOn: string }
}
type Good = { productId: number; stepMilli: number; onHandMilli: number; priceKopecks: number }

/**
 * Three drafts with prices of the day they were saved: a template, an old draft with many changes since, and one from
 * yesterday.
 */
export async function insertDemoDrafts(db: Db, { vector }: DemoBuyers, now: Date): Promise<void> {
  const [owner, manager] = vector.people
  if (!owner || !manager) throw new Error('the demo buyers have no people')
  const { contracts, warehouses } = vector
  const ago = (days: number) => new Date(now.getTime() - days * dayMs)
  const main = { accountId: owner.id, contractId: contracts.main, warehouseId: warehouses.moscow }
  const old = await insertDraft(db, { ...main, header: 'Объект на Летниковской', savedAt: ago(70), lines: 9 })
  await changeSinceSaved(db, old, warehouses.moscow)
  await insertDraft(db, {
    ...main,
    header: 'Расходники на месяц',
    savedAt: ago(11),
    lines: 12,
    every: { days: 14, task: 'prepare', nextOn: addDays(dayOf(now), 3) },
  })
  const yesterday = ago(1)
  await insertDraft(db, {
    accountId: manager.id,
    contractId: contracts.deferred,
    warehouseId: warehouses.kazan,
    header: draftName(yesterday),
    savedAt: yesterday,
    lines: 6,
  })
}

/** A draft of goods well in stock, with prices of that day. */
async function insertDraft(
  db: Db,
  { header, savedAt, lines, every, warehouseId, ...scope }: DemoDraft,
): Promise<{ draftId: number; productIds: number[] }> {
  const random = randomFor(seed, header.replace(/\d/g, ''))
  const goods = await listGoods(db, { contractId: scope.contractId, warehouseId, savedAt })
  const chosen = [
    ...new Map(
      Array.from({ length: lines * 2 }, () => random.pick(goods)).map((good) => [good.productId, good]),
    ).values(),
  ].slice(0, lines)
  const schedule = every ? { everyDays: every.days, task: every.task, nextOn: every.nextOn } : {}
  const [draft] = await db
    .insert(drafts)
    .values({ ...scope, header, createdAt: savedAt, changedAt: savedAt, ...schedule })
    .returning({ id: drafts.id })
  const draftId = draft?.id ?? 0
  await db.insert(draftLines).values(
    chosen.map(({ productId, stepMilli, priceKopecks }, index) => ({
      draftId,
      productId,
      position: index + 1,
      quantityMilli: stepMilli * random.integer(1, 12),
      priceKopecks,
      stepMilli,
      warehouseIds: [warehouseId],
      note: index === 1 ? 'Упаковать отдельно' : '',
    })),
  )
  return { draftId, productIds: chosen.map(({ productId }) => productId) }
}

async function listGoods(
  db: Db,
  { contractId, warehouseId, savedAt }: { contractId: number; warehouseId: number; savedAt: Date },
): Promise<Good[]> {
  const { rows } = await db.execute<Good>(sql`
    select p.id as "productId", p.step_milli as "stepMilli", stock.on_hand_milli as "onHandMilli", coalesce((
        select past.price_kopecks from price_history past
        where past.product_id = p.id and past.price_type_id = contract.price_type_id and past.since <= ${savedAt}
          and past.price_kopecks is not null
        order by past.since desc limit 1), price.price_kopecks) as "priceKopecks"
    from products p
    join contracts contract on contract.id = ${contractId}
    join prices price on price.product_id = p.id and price.price_type_id = contract.price_type_id
    join stocks stock on stock.product_id = p.id and stock.warehouse_id = ${warehouseId}
    where p.active and p.parent_id is null and stock.on_hand_milli - stock.reserved_milli > p.step_milli * 40
      and not exists (select from products variant where variant.parent_id = p.id)
    order by p.id limit 600`)
  return rows
}

/** Changes since the old draft: one line exceeds the stock, one good is sold out, one has another pack size. */
async function changeSinceSaved(
  db: Db,
  { draftId, productIds: [scarce = 0] }: { draftId: number; productIds: number[] },
  warehouseId: number,
): Promise<void> {
  await db.execute(sql`
    update draft_lines line set quantity_milli = p.step_milli * (2 + (
      select sum(greatest(on_hand_milli - reserved_milli, 0) / p.step_milli) from stocks where product_id = p.id))
    from products p where p.id = line.product_id and line.draft_id = ${draftId} and p.id = ${scarce}`)
  await db.execute(sql`
    update draft_lines line set quantity_milli = p.step_milli * 5 / 2, step_milli = greatest(p.step_milli / 2, 1)
    from products p where p.id = line.product_id and line.draft_id = ${draftId} and p.id = (
      select p.id from products p join draft_lines line on line.product_id = p.id
      where line.draft_id = ${draftId} and p.id <> ${scarce} and p.step_milli % 2000 = 0 order by line.position
      limit 1)`)
  await db.execute(sql`
    insert into draft_lines (draft_id, product_id, position, quantity_milli, price_kopecks, step_milli, warehouse_ids)
    select ${draftId}, p.id, 100, p.step_milli * 3, price.price_kopecks, p.step_milli, array[${warehouseId}::int]
    from products p join drafts draft on draft.id = ${draftId} join contracts contract
      on contract.id = draft.contract_id
    join prices price on price.product_id = p.id and price.price_type_id = contract.price_type_id
    where p.active and p.parent_id is null and not exists (select from products variant where variant.parent_id = p.id)
      and not exists (select from stocks where product_id = p.id and on_hand_milli > 0)
    order by exists (select from product_binds bind join stocks stock on stock.product_id = bind.bound_id
      and stock.on_hand_milli > 0
      where bind.product_id = p.id and bind.kind = 'analogue' and not bind.hidden) desc, p.id limit 1
    on conflict do nothing`)
}
