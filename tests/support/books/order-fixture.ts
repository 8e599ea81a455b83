import { asc, eq, sql } from 'drizzle-orm'
import { byExchange } from '#server/platform/audit/changed-by.ts'
import { products, stocks } from '#server/platform/db/schema/catalogue.ts'
import { orderEvents, orderLines, orders } from '#server/platform/db/schema/orders.ts'
import { receiveOrders } from '#server/doors/exchange/orders/receive-orders.ts'
import { openTestDatabase } from '../database.ts'
import { addAccount, createWorld } from '../fixtures.ts'
import { addOrder, type OrderInput } from '../orders.ts'

export type OrderFixture = Awaited<ReturnType<typeof openOrderFixture>>

/** A world with orders, and a receiver for 1C's documents about them. */
export async function openOrderFixture() {
  const database = await openTestDatabase()
  const { db } = database
  const world = await createWorld(db, { products: [{}, {}, {}, { price: 500, name: 'Болт' }] })
  const codes = (await db.select({ code: products.code1c }).from(products).orderBy(asc(products.id))).map(
    ({ code }) => code,
  )
  const [warehouseId = 0] = world.warehouseIds
  const [first = 0, second = 0] = world.productIds
  const exchangeId = await addAccount(db, { role: 'exchange' })
  return {
    ...database,
    world,
    /** Ид of the goods. */
    codes,
    exchangeId,
    /** 2 of the first good and 3 of the second from the first warehouse: 500.00. */
    place: (input: Partial<OrderInput> = {}) =>
      addOrder(db, world, {
        lines: [
          { productId: first, warehouseId, quantity: 2 },
          { productId: second, warehouseId, quantity: 3 },
        ],
        ...input,
      }),
    asOrdered: [
      { code: codes[0], quantity: 2 },
      { code: codes[1], quantity: 3 },
    ] satisfies DocumentRow[],
    /** Receives a file of 1C in small chunks, as over the wire. */
    receive: (content: string | Buffer) =>
      receiveOrders({ db, by: byExchange(exchangeId) }, () => pieces(Buffer.from(content as Buffer))),
    /** The current order with its lines and events. */
    async look(id: number) {
      const [order] = await db.select().from(orders).where(eq(orders.id, id))
      const lines = await db
        .select()
        .from(orderLines)
        .where(eq(orderLines.orderId, id))
        .orderBy(asc(orderLines.position))
      const events = await db.select().from(orderEvents).where(eq(orderEvents.orderId, id)).orderBy(asc(orderEvents.id))
      if (order === undefined) throw new Error('no such order')
      return { ...order, lines, events }
    },
    async clear(): Promise<void> {
      await db.execute(sql`truncate orders, settings cascade`)
      await db.update(stocks).set({ reservedMilli: 0 })
    },
  }
}

async function* pieces(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let from = 0; from < bytes.length; from += 1000) yield bytes.subarray(from, from + 1000)
}

/** A row of 1C's document; the good is named by its Ид. */
export type DocumentRow = {
  code: string | undefined
  quantity: number
  price?: number
  sum?: number
  warehouse?: string
  more?: string
}

/** 1C's document about the order of that number. */
export function orderXml(
  number: string,
  {
    requisites = {},
    rows,
    more = '',
  }: { requisites?: Record<string, string>; rows?: DocumentRow[]; more?: string } = {},
): string {
  const written = Object.entries(requisites)
    .map(
      ([name, value]) =>
        `<ЗначениеРеквизита><Наименование>${name}</Наименование><Значение>${value}</Значение></ЗначениеРеквизита>`,
    )
    .join('')
  const goods = rows === undefined ? '' : `<Товары>${rows.map(rowXml).join('')}</Товары>`
  return (
    `<Документ><Ид>${number}</Ид><Номер>${number}</Номер><Дата>2026-11-21</Дата>` +
    '<ХозОперация>Заказ ' +
    `товара</ХозОперация>${goods}<ЗначенияРеквизитов>${written}</ЗначенияРеквизитов>${more}</Документ>`
  )
}

function rowXml({ code = '', quantity, price, sum, warehouse, more = '' }: DocumentRow): string {
  return [
    `<Товар><Ид>${code}</Ид><Наименование>Товар</Наименование>`,
    price === undefined ? '' : `<ЦенаЗаЕдиницу>${price}</ЦенаЗаЕдиницу>`,
    `<Количество>${quantity}</Количество>`,
    sum === undefined ? '' : `<Сумма>${sum}</Сумма>`,
    warehouse === undefined ? '' : `<Склады><Склад><Ид>${warehouse}</Ид></Склад></Склады>`,
    `${more}</Товар>`,
  ].join('')
}
