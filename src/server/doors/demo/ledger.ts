import { sql } from 'drizzle-orm'
import { addDays, dayOf, type Day } from '#shared/rules/dates.ts'
import { includedVatKopecks, lineSumKopecks } from '#shared/rules/money.ts'
import { done, fullyShipped, partlyShipped } from '#shared/rules/order-states.ts'
import { storeEntries, type EntryInput } from '#server/buying/ledger/shared-queries-rows.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { DemoBuyers } from './buyers.ts'
import { overdueDocuments } from './debts.ts'
import { guidFor, randomFor, type Random } from './random.ts'

const seed = 20_262
const vatPercent = 22
/** Months with telephone orders before the portal was used. */
const earlierMonths = 10
const salesPerMonth = 3

type Good = NonNullable<EntryInput['goods']>[number]
type Contract = { id: number; payment: 'prepaid' | 'deferred'; deferralDays: number }

/**
 * Ledger of the demo contracts as 1C would send it: shipments of orders and earlier ones, payments, and two old unpaid
 * documents of the stopped contract.
 */
export async function insertDemoLedger(db: Db, { vector, yug }: DemoBuyers, now: Date): Promise<void> {
  const today = dayOf(now)
  const { main, deferred, stopped } = vector.contracts
  const contracts = await findContracts(db, [main, deferred, stopped, yug.contracts.dealer])
  const entries: EntryInput[] = []
  for (const contract of contracts) {
    const ledger = new LedgerBuilder(contract, today)
    if (contract.id === stopped) ledger.addOverdue()
    else {
      await addEarlier(db, ledger)
      await addShipped(db, ledger)
    }
    entries.push(...ledger.entries)
  }
  const sorted = entries.toSorted((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0))
  const isPayment = ({ kind }: EntryInput) => kind === 'payment'
  const asOf = now
  await storeEntries(db, { feed: 'ledger', entries: sorted.filter((entry) => !isPayment(entry)), asOf })
  await storeEntries(db, { feed: 'payments', entries: sorted.filter(isPayment), asOf })
}

/** Entries of a contract, numbered in order. */
class LedgerBuilder {
  readonly entries: EntryInput[] = []
  readonly random: Random
  readonly contract: Contract
  readonly today: Day
  #papers: number
  #payments: number

  constructor(contract: Contract, today: Day) {
    this.contract = contract
    this.today = today
    this.random = randomFor(seed, `ledger:${contract.id}`)
    this.#papers = 3000 + contract.id * 400
    this.#payments = 2000 + contract.id * 400
  }

  get #deferral(): number {
    return this.contract.payment === 'deferred' ? this.contract.deferralDays : 0
  }

  addSale(sale: {
    day: Day
    goods: Good[]
    sumKopecks: number
    dueOn?: Day
    orderId?: number
    basis?: string
  }): string {
    this.#papers += this.random.integer(1, 7)
    const { sumKopecks, ...rest } = sale
    const code1c = guidFor(seed, `sale:${this.contract.id}:${this.#papers}`)
    this.#add({
      ...rest,
      code1c,
      kind: 'sale',
      number: String(this.#papers),
      debitKopecks: sumKopecks,
      dueOn: sale.dueOn ?? addDays(sale.day, this.#deferral),
    })
    return code1c
  }

  addPayment({ day, sumKopecks, document }: { day: Day; sumKopecks: number; document: string }): void {
    this.#payments += this.random.integer(1, 9)
    this.#add({
      code1c: guidFor(seed, `payment:${this.contract.id}:${this.#payments}`),
      kind: 'payment',
      number: String(this.#payments),
      day,
      creditKopecks: sumKopecks,
      settles: [{ document, sumKopecks }],
    })
  }

  addReturn({ day, good, document, number }: { day: Day; good: Good; document: string; number: string }): void {
    this.#add({
      code1c: guidFor(seed, `return:${document}`),
      kind: 'return',
      number,
      day,
      creditKopecks: good.sumKopecks,
      goods: [good],
      settles: [{ document, sumKopecks: good.sumKopecks }],
      basis: 'По рекламации',
    })
  }

  /** Days from a document to its payment; negative for prepayment. */
  daysToPayment(): number {
    return this.contract.payment === 'prepaid' ? -this.random.integer(1, 3) : this.random.integer(3, this.#deferral)
  }

  /** Overdue documents, the reason for stopping the contract (see buyers.ts). */
  addOverdue(): void {
    for (const { number, sumKopecks, overdueDays } of overdueDocuments) {
      const dueOn = addDays(this.today, -overdueDays)
      this.#add({
        code1c: guidFor(seed, `overdue:${number}`),
        kind: 'sale',
        number,
        day: addDays(dueOn, -this.#deferral),
        dueOn,
        debitKopecks: sumKopecks,
        basis: 'Заказ по телефону',
      })
    }
  }

  #add(entry: Omit<EntryInput, 'contractId'>): void {
    this.entries.push({ contractId: this.contract.id, ...entry })
  }
}

async function findContracts(db: Db, ids: number[]): Promise<Contract[]> {
  const { rows } = await db.execute<Contract>(sql`
    update contracts set code1c = 'demo-' || id where id = any(${sql.param(ids)}::int[])
    returning id, payment, deferral_days as "deferralDays"`)
  return rows.toSorted((one, other) => one.id - other.id)
}

/** Shipments of telephone orders before the portal, all paid. */
async function addEarlier(db: Db, ledger: LedgerBuilder): Promise<void> {
  const { random, today } = ledger
  const goods = await listGoods(db, ledger.contract.id)
  if (goods.length === 0) return
  for (let month = earlierMonths; month >= 1; month -= 1) {
    const sales = salesPerMonth + random.integer(-1, 2)
    for (let sale = 0; sale < sales; sale += 1) {
      const day = addDays(today, -(135 + month * 30) + Math.floor((sale * 30) / sales) + random.integer(0, 3))
      const chosen = new Map(
        Array.from({ length: random.integer(3, 12) }, () => random.pick(goods)).map((good) => [good.productId, good]),
      )
      const lines = [...chosen.values()].map(({ stepMilli, priceKopecks, ...good }): Good => {
        const quantityMilli = stepMilli * random.integer(2, 20)
        // Prices were lower then.
        const pastPriceKopecks = Math.round(priceKopecks * (1 - month * 0.006))
        return { ...good, quantityMilli, ...withVat(lineSumKopecks(pastPriceKopecks, quantityMilli)) }
      })
      const sumKopecks = sumOf(lines)
      const document = ledger.addSale({ day, goods: lines, sumKopecks, basis: 'Заказ по телефону' })
      const [first] = lines
      const returned = random.chance(0.15) && first !== undefined && lines.length > 1 ? first : undefined
      if (returned)
        ledger.addReturn({ day: addDays(day, 6), good: returned, document, number: String(40 + month * 3 + sale) })
      const paidKopecks = sumKopecks - (returned?.sumKopecks ?? 0)
      ledger.addPayment({ day: addDays(day, ledger.daysToPayment()), sumKopecks: paidKopecks, document })
    }
  }
}

type PricedGood = Pick<Good, 'productId' | 'articul' | 'name' | 'unit'> & { stepMilli: number; priceKopecks: number }

async function listGoods(db: Db, contractId: number): Promise<PricedGood[]> {
  const { rows } = await db.execute<PricedGood>(sql`
    select p.id as "productId", p.articul, p.name, p.unit, p.step_milli as "stepMilli",
      x.price_kopecks as "priceKopecks"
    from contracts c join prices x on x.price_type_id = c.price_type_id join products p on p.id = x.product_id
    where c.id = ${contractId} and p.active and p.parent_id is null order by p.id limit 90`)
  return rows
}

type ShippedOrder = {
  id: number
  day: Day
  ageDays: number
  state: number
  sumKopecks: number
  deliveryKopecks: number
  paidKopecks: number
  payUntil: Day | null
  lines: {
    productId: number
    articul: string
    name: string
    unit: string
    shippedMilli: number
    priceKopecks: number
  }[]
}

/** Shipments of the portal's orders, and their payments. */
async function addShipped(db: Db, ledger: LedgerBuilder): Promise<void> {
  const { rows } = await db.execute<ShippedOrder>(sql`
    select o.id, to_char(o.created_at at time zone 'Europe/Moscow', 'YYYY-MM-DD') as day, o.state, o.sum_kopecks
        as "sumKopecks", o.delivery_kopecks as "deliveryKopecks", o.paid_kopecks as "paidKopecks", o.pay_until::text
        as "payUntil",
      (select jsonb_agg(jsonb_build_object('productId', product_id, 'articul', articul, 'name', name, 'unit', unit,
          'shippedMilli', shipped_milli, 'priceKopecks', price_kopecks) order by position)
        from order_lines where order_id = o.id and shipped_milli > 0 and not cancelled) as lines
    from orders o where o.contract_id = ${ledger.contract.id}
    and o.state in (${partlyShipped}, ${fullyShipped}, ${done})
    order by o.created_at, o.id`)
  for (const order of rows) {
    const goods = order.lines.map(({ shippedMilli, priceKopecks, ...good }): Good => ({
      ...good,
      quantityMilli: shippedMilli,
      ...withVat(lineSumKopecks(priceKopecks, shippedMilli)),
    }))
    const whole = order.state !== partlyShipped
    if (whole && order.deliveryKopecks > 0) goods.push({ ...delivery, ...withVat(order.deliveryKopecks) })
    const sumKopecks = whole ? order.sumKopecks : sumOf(goods)
    const day = [addDays(order.day, 3), ledger.today].toSorted()[0] ?? ledger.today
    const document = ledger.addSale({
      day,
      goods,
      sumKopecks,
      orderId: order.id,
      ...(order.payUntil === null ? {} : { dueOn: order.payUntil }),
    })
    const paidKopecks = Math.min(order.paidKopecks, sumKopecks)
    if (paidKopecks > 0)
      ledger.addPayment({
        day: [addDays(day, ledger.random.integer(-2, 4)), ledger.today].toSorted()[0] ?? day,
        sumKopecks: paidKopecks,
        document,
      })
  }
}

const delivery = { productId: null, articul: '', name: 'Доставка', unit: 'усл', quantityMilli: 1000 }

function withVat(sumKopecks: number) {
  return { sumKopecks, vatKopecks: includedVatKopecks(sumKopecks, vatPercent) }
}

function sumOf(goods: readonly Good[]): number {
  return goods.reduce((sum, good) => sum + good.sumKopecks, 0)
}
