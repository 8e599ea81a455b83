import { type Dialect, type DialectName, dialects, type Encoding, type StockShape } from './dialects.ts'

export interface SyntheticOptions {
  goods: number
  seed: number
  /** Index of the first good, to export a part of the range; 0 by default. */
  from?: number
  /** 3 by default; the fourth is in euros. */
  priceTypes?: number
  /** 3 by default. */
  warehouses?: number
  /** UTF-8 bytes of a good in all files together; descriptions pad it. 3,450 by default. */
  bytesPerGood?: number
  /** Whether the export claims to be the full catalogue (СодержитТолькоИзменения=false); true by default. */
  full?: boolean
  /** Another revision has the same goods with other prices and stock; 0 by default. */
  revision?: number
  /** Every n-th good is marked as deleted; none by default. */
  deletedEvery?: number
  /**
   * Number of files of goods and of offers, as 1C splits large exports: only the first is marked as full. 1 by default.
   */
  portions?: number
  dialect?: DialectName
  /** Overrides the dialect. */
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
