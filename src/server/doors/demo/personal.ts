import { sql } from 'drizzle-orm'
import {
  arrivalWatches,
  comparedGoods,
  favouriteListGoods,
  favouriteLists,
  favourites,
  needs,
  savedFilters,
  seenGoods,
} from '#server/platform/db/schema/lists.ts'
import { notifyArrivals } from '#server/catalogue/lists/arrivals.ts'
import { canOrderStep } from '#server/catalogue/lists/shared-queries-stock.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { DemoBuyers } from './buyers.ts'
import { randomFor, type Random } from './random.ts'

const seed = 20_263
const hourMs = 3_600_000

type Goods = { id: number; stocked: boolean; categoryId: number }[]

/** Personal lists of the demo buyers: named lists of favourites, needs, watches, arrivals, views, saved filters. */
export async function insertDemoPersonal(db: Db, { vector, yug }: DemoBuyers, now: Date): Promise<void> {
  const [owner, manager] = vector.people
  const [secondOwner] = yug.people
  if (!owner || !manager || !secondOwner) throw new Error('the demo buyers have no people')
  const goods = await listGoods(db, vector.contracts.main)
  await insertFavourites(db, owner.id, pick(goods, 38, randomFor(seed, 'favourites:owner')))
  await insertFavourites(db, manager.id, pick(goods, 12, randomFor(seed, 'favourites:manager')))
  await insertFavourites(
    db,
    secondOwner.id,
    pick(await listGoods(db, yug.contracts.dealer), 9, randomFor(seed, 'favourites:second')),
  )
  await insertLists(db, owner.id)
  await insertNeedsAndWatches(db, owner.id, vector.contracts.main, goods)
  await insertViews(db, owner.id, goods, now)
  // A need and a watched good have arrived since, so the owner gets notifications.
  await notifyArrivals({ db }, { all: true })
  await db.execute(sql`update notifications set created_at = ${new Date(now.getTime() - 3 * hourMs)}`)
}

async function listGoods(db: Db, contractId: number): Promise<Goods> {
  const { rows } = await db.execute<Goods[number]>(sql`
    select p.id, min(link.category_id) as "categoryId",
      ${canOrderStep({ contractId: sql`contract.id`, priceTypeId: sql`contract.price_type_id`, productId: sql`p.id` })}
        as stocked
    from products p join product_categories link on link.product_id = p.id cross join contracts contract
    where contract.id = ${contractId} and p.active and p.parent_id is null and exists (
      select from prices price join products item on item.id = price.product_id
      where (item.id = p.id or item.parent_id = p.id) and price.price_type_id = contract.price_type_id)
    group by p.id, contract.id order by p.id`)
  return rows
}

function pick(goods: Goods, count: number, random: Random): number[] {
  const chosen = new Set<number>()
  while (chosen.size < Math.min(count, goods.length)) chosen.add(random.pick(goods).id)
  return [...chosen]
}

async function insertFavourites(db: Db, accountId: number, productIds: number[]): Promise<void> {
  await db.insert(favourites).values(productIds.map((productId) => ({ accountId, productId })))
}

async function insertLists(db: Db, accountId: number): Promise<void> {
  for (const [name, from, to] of [
    ['Расходники на месяц', 0, 14],
    ['Объект на Складочной', 10, 19],
  ] as const) {
    const [list] = await db.insert(favouriteLists).values({ accountId, name }).returning({ id: favouriteLists.id })
    await db.insert(favouriteListGoods).select(sql`
      select ${list?.id ?? 0}::int, product_id from favourites where account_id = ${accountId}
      order by product_id offset ${from} limit ${to - from}`)
  }
}

/**
 * Eleven needs, seven of them sold out, and four watches. One good of each kind has arrived and is not notified yet.
 */
async function insertNeedsAndWatches(db: Db, accountId: number, contractId: number, goods: Goods): Promise<void> {
  const random = randomFor(seed, 'wishes')
  const outOfStock = pick(
    goods.filter(({ stocked }) => !stocked),
    10,
    random,
  )
  const [arrivedNeed = 0, arrivedWatch = 0, ...inStock] = pick(
    goods.filter(({ stocked }) => stocked),
    5,
    random,
  )
  await db
    .insert(needs)
    .values([
      ...[arrivedNeed, ...outOfStock.slice(0, 7)].map((productId) => ({ accountId, productId, inStock: false })),
      ...inStock.map((productId) => ({ accountId, productId, inStock: true })),
    ])
  await db
    .insert(arrivalWatches)
    .values([arrivedWatch, ...outOfStock.slice(7)].map((productId) => ({ accountId, contractId, productId })))
}

async function insertViews(db: Db, accountId: number, goods: Goods, now: Date): Promise<void> {
  const random = randomFor(seed, 'views')
  const seen = pick(goods, 14, random)
  await db.insert(seenGoods).values(
    seen.map((productId, index) => ({
      accountId,
      productId,
      seenAt: new Date(now.getTime() - index * 7 * hourMs - random.integer(1, 59) * 60_000),
    })),
  )
  const similar = goods.filter(({ categoryId }) => categoryId === goods[0]?.categoryId).slice(0, 3)
  await db.insert(comparedGoods).values(
    similar.map(({ id: productId }, index) => ({
      accountId,
      productId,
      addedAt: new Date(now.getTime() - (9 - index) * 60_000),
    })),
  )
  for (const { name, category, choice } of filters) {
    const address = sql<string>`(select '/catalog/' || url || ${choice} from categories where name = ${category}
      order by id limit 1)`
    await db.insert(savedFilters).values({ accountId, name, address })
  }
}

const filters = [
  { name: 'Электроинструмент в наличии', category: 'Электроинструмент', choice: '?available=1' },
  { name: 'Новинки электрики', category: 'Электрика', choice: '?new=1&available=1' },
  { name: 'Сантехника до 5 000 ₽', category: 'Сантехника', choice: '?price=-5000&sorting=price.asc' },
]
