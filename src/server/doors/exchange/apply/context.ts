import { drizzle } from 'drizzle-orm/node-postgres'
import type { PoolClient } from 'pg'
import type { Db } from '#server/platform/db/client.ts'
import type { PriceType } from '../plan/prices.ts'
import type { YmlTerms } from '../parse/yml/terms.ts'
import { readRows, type Sql } from './sql.ts'
import { Tally } from './tally.ts'
import { StoredVocabulary } from './stored-vocabulary.ts'

export type ImportSettings = {
  /** Meaning of 1C's stock figures (product.md §5, Reservation). */
  stockMeaning: 'free' | 'onHand'
  /** Ид of the РРЦ price type; null = found by name. */
  rrcTypeCode: string | null
  /** Whether offers create missing goods. */
  createsGoodsFromOffers: boolean
  /** How YML files are read; without it they are refused. */
  yml?: YmlTerms
}

/** A stored category; it has no name if it was only referenced. */
export type Category = {
  id: number
  code: string
  parentId: number | null
  name: string
  url: string
  description: string
  position: number
  active: boolean
}

export type KnownPriceType = PriceType & { id: number; code: string; name: string; isRrc: boolean }

/**
 * State of one attempt to import a file, recreated for every attempt, so that nothing from a failed transaction
 * survives.
 */
export class ImportContext {
  readonly tally = new Tally()
  readonly vocabulary = new StoredVocabulary()
  readonly brandIds = new Map<string, number>()
  readonly valueIds = new Map<string, number>()
  readonly warehouseIds = new Map<string, number>()
  categories: Map<string, Category> | undefined
  priceTypes: Map<string, KnownPriceType> | undefined
  /** Number of groups read so far per parent, which gives their order. */
  readonly groupOrder = new Map<string, number>()
  /** The snapshot must be rebuilt after the file. */
  rebuild = false
  /** Products whose price or stock changed in this batch. */
  readonly changedStocks = new Set<number>()
  readonly changedPrices = new Set<number>()
  /** Products whose brand or categories may have changed in this batch; their variants follow. */
  readonly changedGoods = new Set<number>()
  movedCategories = false
  /** Whether there are goods of another origin than YML; undefined: not asked yet. */
  hasGoodsBesideYml: boolean | undefined
  /** Whether the lock of catalogue writers is held, because changes of contracts change prices. */
  changesPrices = false
  /** Stored files that a feed has added or may have replaced. */
  readonly touchedFiles = new Set<string>()

  readonly sql: Sql
  readonly sessionId: number
  readonly receivedAt: Date
  readonly settings: ImportSettings

  constructor(
    sql: Sql,
    { sessionId, receivedAt, settings }: { sessionId: number; receivedAt: Date; settings: ImportSettings },
  ) {
    this.sql = sql
    this.sessionId = sessionId
    this.receivedAt = receivedAt
    this.settings = settings
  }

  /** The same connection as a Drizzle client, for queries of other rooms. */
  get db(): Db {
    return drizzle(this.sql as PoolClient)
  }

  rows<Row extends object>(statement: string, ...values: unknown[]): Promise<Row[]> {
    return readRows<Row>(this.sql, statement, ...values)
  }
}
