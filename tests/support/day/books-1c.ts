import { client1c, type Client1c } from '../client-1c.ts'
import { offersXml, offerXml, pricesXml, stocksXml, importXml, document } from '../export-1c.ts'
import { orderXml } from '../books/order-fixture.ts'
import { account } from '../exchange.ts'

/** What 1C does with an order, one step an hour. */
const steps = [
  { status: 'Согласован', state: 5 },
  { status: 'К отгрузке', state: 10 },
  { status: 'Отгружен', state: 11 },
  { status: 'Закрыт', state: 3 },
] as const

type BookOrder = {
  number: string
  code1c: string
  rows: { code: string; quantity: number; sumKopecks: number }[]
  step: number
  paid: boolean
  shipped: boolean
  /** Times that `query` has brought it. */
  seen: number
}

type Good = { physical: number; priceKopecks: number }

/** A 1C with books of its own: stock, prices and orders, exchanged with the portal as УТ 11 does. */
export class Books1c {
  readonly orders = new Map<string, BookOrder>()
  readonly goods: Map<string, Good>
  readonly #catalogue: Client1c
  readonly #sale: Client1c
  readonly #codes: { priceType: string; warehouse: string }
  /** Units that left through the counter of the shop, not through the portal. */
  soldInShop = new Map<string, number>()

  constructor(origin: string, codes: { priceType: string; warehouse: string }, goods: Map<string, Good>) {
    this.#catalogue = client1c(origin, account)
    this.#sale = client1c(origin, { ...account, type: 'sale' })
    this.#codes = codes
    this.goods = goods
  }

  /** Goods, prices and stock, whole. */
  async exportAll(): Promise<void> {
    const codes = [...this.goods.keys()]
    await this.#catalogue.exchange({
      'import0_1.xml': importXml(
        codes.map((id) => ({ id, name: `Товар ${id}` })),
        { full: true },
      ),
      'offers0_1.xml': offersXml(codes.map((code) => this.#offer(code, { priced: true }))),
    })
  }

  /** Sales in the shop and new prices since the last hour. */
  async exportChanges(changed: { sold: string[]; repriced: string[] }): Promise<void> {
    for (const code of changed.sold) {
      const good = this.#good(code)
      if (this.free(code) < 1) continue
      good.physical -= 1
      this.soldInShop.set(code, (this.soldInShop.get(code) ?? 0) + 1)
    }
    for (const code of changed.repriced) this.#good(code).priceKopecks += 101
    await this.#catalogue.exchange({
      'prices0_1.xml': offersXml(changed.repriced.map((code) => this.#offer(code, { priced: true }))),
      'rests0_1.xml': offersXml([...this.goods.keys()].map((code) => this.#offer(code, { priced: false }))),
    })
  }

  /** Takes new orders; `isCutOff` = the line breaks before `success`, so the portal gives them again. */
  async takeOrders({ isCutOff = false } = {}): Promise<void> {
    await this.#sale.checkauth()
    await this.#sale.init()
    const xml = await this.#sale.ask({ mode: 'query' })
    for (const [, text = ''] of xml.matchAll(/<Документ>([\s\S]*?)<\/Документ>/g)) this.#take(text)
    if (!isCutOff) await this.#sale.ask({ mode: 'success' })
  }

  /** Moves every order one step and sends all of them back in one file. */
  async workOff(cutQuantityOf?: string): Promise<void> {
    for (const order of this.orders.values()) this.#advance(order)
    const cut = cutQuantityOf === undefined ? undefined : this.orders.get(cutQuantityOf)
    const row = cut?.rows[0]
    if (cut && row && !cut.shipped && row.quantity > 1) {
      row.sumKopecks = Math.round((row.sumKopecks / row.quantity) * (row.quantity - 1))
      row.quantity -= 1
    }
    await this.sendOrders()
  }

  async sendOrders(): Promise<void> {
    await this.#sale.checkauth()
    await this.#sale.init()
    const name = `orders-${this.orders.size}-1.xml`
    const answer = await this.#sale.send(name, document([...this.orders.values()].map(documentOf).join('')))
    if (!answer.startsWith('success')) throw new Error(answer)
  }

  stateOf(number: string): number | undefined {
    return steps[this.orders.get(number)?.step ?? -1]?.state
  }

  /** Free stock: what is there without what orders not shipped yet hold. */
  free(code: string): number {
    const held = [...this.orders.values()]
      .filter(({ shipped }) => !shipped)
      .flatMap(({ rows }) => rows)
      .filter((row) => row.code === code)
      .reduce((sum, { quantity }) => sum + quantity, 0)
    return this.#good(code).physical - held
  }

  /** Lines of the feed `ledger` for what has been shipped, and of `payments` for what has been paid. */
  ledger(contract: string): { sales: object[]; payments: object[]; balanceKopecks: number } {
    const shipped = [...this.orders.values()].filter((order) => order.shipped)
    const paid = [...this.orders.values()].filter((order) => order.paid)
    const sum = (orders: BookOrder[]) => orders.reduce((total, order) => total + sumOf(order), 0)
    return {
      sales: shipped.map((order) => ({
        id: `sale-${order.number}`,
        contract,
        kind: 'sale',
        number: order.code1c,
        date: '2026-11-21',
        debit: sumOf(order) / 100,
        order: order.number,
      })),
      payments: paid.map((order) => ({
        id: `payment-${order.number}`,
        contract,
        number: order.code1c,
        date: '2026-11-21',
        sum: sumOf(order) / 100,
      })),
      balanceKopecks: sum(shipped) - sum(paid),
    }
  }

  #take(text: string): void {
    const valueOf = (name: string, from = text) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(from)?.[1] ?? ''
    const number = valueOf('Номер')
    const known = this.orders.get(number)
    if (known) {
      known.seen += 1
      return
    }
    const rows = Array.from(text.matchAll(/<Товар>([\s\S]*?)<\/Товар>/g), ([, row = '']) => ({
      code: valueOf('Ид', row),
      quantity: Number(valueOf('Количество', row)),
      sumKopecks: Math.round(Number(valueOf('Сумма', row)) * 100),
    })).filter(({ code }) => this.goods.has(code))
    const code1c = `УТ-${String(this.orders.size + 1).padStart(6, '0')}`
    this.orders.set(number, { number, code1c, rows, step: -1, paid: false, shipped: false, seen: 1 })
  }

  #advance(order: BookOrder): void {
    order.step = Math.min(order.step + 1, steps.length - 1)
    if (order.step >= 1) order.paid = order.code1c.endsWith('1') ? order.paid : true
    if (order.step < 2 || order.shipped) return
    order.shipped = true
    for (const { code, quantity } of order.rows) this.#good(code).physical -= quantity
  }

  #offer(code: string, { priced }: { priced: boolean }): string {
    const { priceKopecks } = this.#good(code)
    const prices = priced ? pricesXml({ [this.#codes.priceType]: (priceKopecks / 100).toFixed(2) }) : ''
    return offerXml(code, prices + stocksXml({ [this.#codes.warehouse]: this.free(code) }), `Товар ${code}`)
  }

  #good(code: string): Good {
    const good = this.goods.get(code)
    if (!good) throw new Error(`1C has no good ${code}`)
    return good
  }
}

function documentOf(order: BookOrder): string {
  const { number, code1c, rows, step, paid, shipped } = order
  const requisites = {
    'Номер по 1С': code1c,
    Проведен: 'true',
    СтатусЗаказа: steps[step]?.status ?? '',
    ...(paid ? { 'Сумма оплаты': (sumOf(order) / 100).toFixed(2) } : {}),
    ...(shipped ? { Отгружен: 'true' } : {}),
  }
  return orderXml(number, {
    requisites,
    rows: rows.map(({ code, quantity, sumKopecks }) => ({
      code,
      quantity,
      price: sumKopecks / quantity / 100,
      sum: sumKopecks / 100,
    })),
  })
}

export function sumOf({ rows }: Pick<BookOrder, 'rows'>): number {
  return rows.reduce((sum, { sumKopecks }) => sum + sumKopecks, 0)
}
