import type { ClientBase } from 'pg'
import type { Category } from './groups.ts'
import type { KnownPriceType } from './price-types.ts'
import { Tally } from './tally.ts'
import { Words } from './words.ts'

/** A connection inside a transaction. */
export type Sql = Pick<ClientBase, 'query'>

export type ImportSettings = {
  /** What 1C's stock figures mean (product.md §5, Reservation). */
  stockMeaning: 'free' | 'onHand'
  /** Ид of the РРЦ price type; null = the one whose name says so. */
  rrcTypeCode: string | null
}

/**
 * What one attempt at a file knows while it works: made anew for every attempt, so that nothing learnt in a
 * transaction that failed outlives it.
 */
export class ImportContext {
  readonly tally = new Tally()
  readonly words = new Words()
  readonly brandIds = new Map<string, number>()
  readonly valueIds = new Map<string, number>()
  readonly warehouseIds = new Map<string, number>()
  categories: Map<string, Category> | undefined
  priceTypes: Map<string, KnownPriceType> | undefined
  /** Groups met so far below each parent: their order in the classifier. */
  readonly groupOrder = new Map<string, number>()
  /** The snapshot must be built anew when the file is through. */
  rebuild = false
  /** Products whose price or stock alone changed in this batch. */
  readonly changedStocks = new Set<number>()
  readonly changedPrices = new Set<number>()

  readonly sql: Sql
  readonly sessionId: number
  readonly receivedAt: Date
  readonly settings: ImportSettings

  constructor(sql: Sql, { sessionId, receivedAt, settings }: { sessionId: number; receivedAt: Date; settings: ImportSettings }) {
    this.sql = sql
    this.sessionId = sessionId
    this.receivedAt = receivedAt
    this.settings = settings
  }

  /** Runs one statement; arrays and objects among the values travel as JSON. */
  async rows<Row extends object>(statement: string, ...values: unknown[]): Promise<Row[]> {
    const { rows } = await this.sql.query(statement, values.map(encode))
    return rows as Row[]
  }
}

function encode(value: unknown): unknown {
  return typeof value === 'object' && value !== null && !(value instanceof Date) ? JSON.stringify(value) : value
}
