/**
 * How exports of different 1C configurations differ, after real files of 2.03, 2.07, 2.10 and 3.1:
 * nothing here changes what is said, only how.
 */
export interface Dialect {
  version: string
  namespace: string
  encoding: Encoding
  /** The old one writes days, the others moments. */
  formedAt: string
  indent: string
  newline: '\n' | '\r\n'
  currency: 'руб' | 'RUB' | 'RUR'
  stock: StockShape
  /** `text`: Код and шт as text; `recalculation`: Код and Пересчет; `code`: the bare code, padded as 1C pads it. */
  unit: 'text' | 'recalculation' | 'code'
  /** Whether prices repeat themselves in words with their unit and coefficient, offers their unit, goods their type. */
  wordy: boolean
  deletion: 'status' | 'mark'
  /** Values of a list are written as their GUIDs, or as they read. */
  listValues: 'id' | 'text'
  /** The oldest one names variants as goods of their own (`Ид` with `#`) and has no good above them. */
  variantsAs: 'offers' | 'goods'
  vat: '22' | 'Без налога'
  /** Whether the second price type leaves VAT out, and every seventh price is for a pack of ten. */
  oddPrices: boolean
  /** One file for everything, or the folders of 3.1. */
  split: boolean
}

export type DialectName = '2.03' | '2.07' | '2.10' | '3.1-split'
export type Encoding = 'utf-8' | 'utf-8-bom' | 'windows-1251'

/**
 * `total`: Количество alone; `attributes`: Склад with attributes; `rests`: Остатки/Остаток/Склад;
 * `changes`: a file of its own, ИзмененияПакетаПредложений with Склады and ИдХарактеристики.
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
    wordy: true,
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
    wordy: false,
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
    wordy: true,
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
    wordy: true,
    deletion: 'mark',
    listValues: 'id',
    variantsAs: 'offers',
    vat: 'Без налога',
    oddPrices: false,
    split: true,
  },
}
