import { type Dialect, type DialectName, dialects, type Encoding, type StockShape } from './dialects.ts'

export interface SyntheticOptions {
  goods: number
  seed: number
  /** Index of the first good, so that a part of a range can be sent again; 0 by default. */
  from?: number
  /** 3 by default; with 4 and more the fourth is in euros. */
  priceTypes?: number
  /** 3 by default. */
  warehouses?: number
  /** Bytes of UTF-8 that a good takes in all files together; descriptions fill up to it. 3,450 by default. */
  bytesPerGood?: number
  /** Whether the export says that it is the whole catalogue (СодержитТолькоИзменения=false); true by default. */
  full?: boolean
  /** Another revision has the same goods with other prices and stock; 0 by default. */
  revision?: number
  /** Every n-th good is marked as deleted; none by default. */
  deletedEvery?: number
  /**
   * Files of goods and of offers, as 1C cuts big exports: only the first of them says that it is full. 1 by default.
   */
  portions?: number
  dialect?: DialectName
  /** What the dialect would choose itself. */
  encoding?: Encoding
  namespace?: string
  stock?: StockShape
}

export type Settings = Required<Omit<SyntheticOptions, 'dialect' | 'encoding' | 'namespace' | 'stock'>> & {
  dialect: Dialect
}

export function settingsOf(options: SyntheticOptions): Settings {
  const dialect = dialects[options.dialect ?? '2.07']
  return {
    goods: options.goods,
    seed: options.seed,
    from: options.from ?? 0,
    priceTypes: options.priceTypes ?? 3,
    warehouses: options.warehouses ?? 3,
    bytesPerGood: options.bytesPerGood ?? 3450,
    full: options.full ?? true,
    revision: options.revision ?? 0,
    deletedEvery: options.deletedEvery ?? 0,
    portions: options.portions ?? 1,
    dialect: {
      ...dialect,
      encoding: options.encoding ?? dialect.encoding,
      namespace: options.namespace ?? dialect.namespace,
      stock: options.stock ?? dialect.stock,
    },
  }
}
