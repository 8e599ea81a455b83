/**
 * Differences between exports of 1C configurations, from real files of 2.03, 2.07, 2.10 and 3.1. They concern the
 * format, not the content.
 */
export interface Dialect {
  version: string
  namespace: string
  encoding: Encoding
  /** A date in the oldest dialect, otherwise a time. */
  formedAt: string
  indent: string
  newline: '\n' | '\r\n'
  currency: 'руб' | 'RUB' | 'RUR'
  stock: StockShape
  /** `text`: Код and шт as text; `recalculation`: Код and Пересчет; `code`: only the code, padded as in 1C. */
  unit: 'text' | 'recalculation' | 'code'
  /** Whether prices repeat their unit and coefficient as text, offers their unit, goods their type. */
  verbose: boolean
  deletion: 'status' | 'mark'
  /** List values are written as GUIDs or as text. */
  listValues: 'id' | 'text'
  /** The oldest dialect writes variants as goods (`Ид` with `#`) without a parent good. */
  variantsAs: 'offers' | 'goods'
  vat: '22' | 'Без налога'
  /** Whether the second price type excludes VAT, and every seventh price is per pack of ten. */
  oddPrices: boolean
  /** One file for everything, or the folders of 3.1. */
  split: boolean
}

export type DialectName = '2.03' | '2.07' | '2.10' | '3.1-split'
export type Encoding = 'utf-8' | 'utf-8-bom' | 'windows-1251'

/**
 * `total`: only Количество; `attributes`: Склад with attributes; `rests`: Остатки/Остаток/Склад; `changes`: a separate
 * file ИзмененияПакетаПредложений with Склады and ИдХарактеристики.
 */
export type StockShape = 'total' | 'attributes' | 'rests' | 'changes'

export const dialects: Readonly<Record<DialectName, Dialect>> = {
  '2.03': {
    version: '2.03',
    namespace: '',
    encoding: 'windows-1251',
    formedAt: '2026-11-20',
    indent: '    ',
    newline: '\r\n',
    currency: 'руб',
    stock: 'total',
    unit: 'text',
    verbose: true,
    deletion: 'status',
    listValues: 'text',
    variantsAs: 'goods',
    vat: '22',
    oddPrices: false,
    split: false,
  },
  '2.07': {
    version: '2.07',
    namespace: 'urn:1C.ru:commerceml_2',
    encoding: 'utf-8-bom',
    formedAt: '2026-11-20T06:00:00',
    indent: '',
    newline: '\n',
    currency: 'RUB',
    stock: 'attributes',
    unit: 'text',
    verbose: false,
    deletion: 'status',
    listValues: 'id',
    variantsAs: 'offers',
    vat: '22',
    oddPrices: false,
    split: false,
  },
  '2.10': {
    version: '2.10',
    namespace: 'urn:1C.ru:commerceml_210',
    encoding: 'utf-8',
    formedAt: '2026-11-20T06:00:00',
    indent: '\t',
    newline: '\n',
    currency: 'RUR',
    stock: 'rests',
    unit: 'recalculation',
    verbose: true,
    deletion: 'status',
    listValues: 'id',
    variantsAs: 'offers',
    vat: '22',
    oddPrices: true,
    split: false,
  },
  '3.1-split': {
    version: '3.1',
    namespace: 'urn:1C.ru:commerceml_3',
    encoding: 'utf-8-bom',
    formedAt: '2026-11-20T06:00:00',
    indent: '\t',
    newline: '\n',
    currency: 'руб',
    stock: 'rests',
    unit: 'code',
    verbose: true,
    deletion: 'mark',
    listValues: 'id',
    variantsAs: 'offers',
    vat: 'Без налога',
    oddPrices: false,
    split: true,
  },
}
