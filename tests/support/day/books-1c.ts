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

/** A claim about one unit of an order's first line, and how 1C decides it. */
type BookClaim = { number: string; order: string; isCredited: boolean }

export type LedgerOfDay = { sales: object[]; returns: object[]; payments: object[] }

/** A 1C with books of its own: stock, prices and orders, exchanged with the portal as УТ 11 does. */
export class Books1c {
  readonly orders = new Map<string, BookOrder>()
  readonly goods: Map<string, Good>
  readonly #catalogue: Client1c
  readonly #sale: Client1c
  readonly #codes: { priceType: string; warehouse: string }
  readonly #claims = new Map<string, BookClaim>()
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

  /** Decides a claim about one unit of an order's first line: every other is credited. It does not go back on sale. */
  decideClaim(number: string, order: string): void {
    if (this.#claims.has(number)) return
    const isCredited = this.#claims.size % 2 === 0
    this.#claims.set(number, { number, order, isCredited })
  }

  /** Lines of the feed `claims`. */
  decisions(): object[] {
    return Array.from(this.#claims.values(), ({ number, isCredited }) =>
      isCredited
        ? { id: number, lines: [{ line: 1, accepted: 1, settle: 'credit' }], document: `УКД ${number}` }
        : { id: number, lines: [{ line: 1, accepted: 0, reason: 'По весу места отгружено полностью' }] },
    )
  }

  /** Lines of the feed `ledger` for what was shipped and credited, and of `payments` for what was paid. */
  ledger(date: string, contractOf: (order: string) => string | undefined): LedgerOfDay {
    const own = [...this.orders.values()]
    const entry = (kind: string, order: BookOrder, sumKopecks: number) => ({
      id: `${kind}-${order.number}`,
      contract: contractOf(order.number),
      number: order.code1c,
      date,
      order: order.number,
      [kind === 'sale' ? 'debit' : 'credit']: sumKopecks / 100,
    })
    return {
      sales: own
        .filter(({ shipped }) => shipped)
        .map((order) => ({
          ...entry('sale', order, sumOf(order)),
          kind: 'sale',
          lines: order.rows.map(({ code, quantity, sumKopecks }) => ({
            product: code,
            quantity,
            sum: sumKopecks / 100,
          })),
        })),
      returns: this.#credited().map(({ order, code, unitKopecks }) => ({
        ...entry('return', order, unitKopecks),
        kind: 'return',
        lines: [{ product: code, quantity: 1, sum: unitKopecks / 100 }],
      })),
      payments: own
        .filter(({ paid }) => paid)
        .map((order) => ({
          id: `payment-${order.number}`,
          contract: contractOf(order.number),
          number: order.code1c,
          date,
          sum: sumOf(order) / 100,
        })),
    }
  }

  /** What buyers owe for these orders: shipped, less what was credited and paid. */
  balanceKopecks(ofOrder: (number: string) => boolean = () => true): number {
    const own = [...this.orders.values()].filter(({ number }) => ofOrder(number))
    const sum = (orders: BookOrder[]) => orders.reduce((total, order) => total + sumOf(order), 0)
    const credited = this.#credited().filter(({ order }) => ofOrder(order.number))
    return (
      sum(own.filter(({ shipped }) => shipped)) -
      sum(own.filter(({ paid }) => paid)) -
      credited.reduce((total, { unitKopecks }) => total + unitKopecks, 0)
    )
  }

  /** Units of these orders that buyers keep. */
  keptUnits(ofOrder: (number: string) => boolean): number {
    const shipped = [...this.orders.values()].filter((order) => order.shipped && ofOrder(order.number))
    const units = shipped.flatMap(({ rows }) => rows).reduce((total, { quantity }) => total + quantity, 0)
    return units - this.#credited().filter(({ order }) => ofOrder(order.number)).length
  }

  #credited() {
    return [...this.#claims.values()]
      .filter(({ isCredited }) => isCredited)
      .map((claim) => {
        const order = this.orders.get(claim.order)
        const row = order?.rows[0]
        if (!order || !row) throw new Error(`1C has no order ${claim.order}`)
        return { order, code: row.code, unitKopecks: Math.round(row.sumKopecks / row.quantity) }
      })
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
