import type { ImportedContragent } from '#server/customers/contragents/shared-queries-import.ts'
import type { ImportedSeller } from '#server/customers/organisations/shared-queries-import-sellers.ts'

/** Items of a CommerceML file; numbers remain text until planned. */

export type GroupItem = {
  kind: 'group'
  code: string
  name: string
  /** Ид of the parent group; undefined at the top. */
  parentCode?: string
  /** Undefined: not given. */
  description?: string
  deleted: boolean
  /** A changes-only classifier does not define an order. */
  onlyChanges: boolean
}

export type PropertyItem = {
  kind: 'property'
  code: string
  name: string
  /** ТипЗначений: Справочник, Строка, Число, Булево…; '' if not given. */
  type: string
  values: { code: string; value: string }[]
  deleted: boolean
}

export type PriceTypeItem = {
  kind: 'priceType'
  code: string
  name: string
  currency: string
  vatIncluded: boolean
  deleted: boolean
}

export type WarehouseItem = { kind: 'warehouse'; code: string; name: string; address: string; deleted: boolean }

export type UnitItem = { kind: 'unit'; code: string; name: string }

/** Владелец of a classifier or catalogue: our organisation. Bank fields are '' if missing or invalid. */
export type SellerItem = { kind: 'seller' } & ImportedSeller

/** Контрагент of a list of contragents, or the buyer of an order. */
export type ContragentItem = { kind: 'contragent' } & ImportedContragent

/** The Каталог itself: whether the export is full. */
export type CatalogueItem = { kind: 'catalogue'; code: string; full: boolean }

/** `name`: short name as written; `fullName`: 'Штука', for units outside the table. */
export type Unit = { okei: string; name: string; fullName: string; recounts: { okei: string; coefficient: string }[] }

/** `name`: the property's name in the record itself, if given. */
export type PropertyValue = { propertyCode: string; name?: string; values: string[] }

/** A file by its path in the export, with a title for people. */
export type DocumentOfGood = { path: string; name: string }

export type GoodItem = {
  kind: 'good'
  code: string
  catalogueCode: string
  deleted: boolean
  name: string
  articul: string
  barcodes: string[]
  unit?: Unit
  groupCodes: string[]
  description: string
  /** Undefined, as `documents`: not given. */
  pictures?: string[]
  /** Where pictures are to be fetched from, by address on the web. */
  pictureAddresses?: string[]
  documents?: DocumentOfGood[]
  manufacturer: string
  properties: PropertyValue[]
  characteristics: { name: string; value: string }[]
  /** СтавкиНалогов: the VAT rate as written; undefined if not given. */
  vat?: string
  requisites: { name: string; value: string }[]
  weight: string
  volume: string
}

export type DescribedGood = Pick<GoodItem, 'groupCodes' | 'description' | 'manufacturer' | 'vat' | 'weight' | 'volume'>

export type PriceOfOffer = {
  typeCode: string
  amount: string
  currency: string
  /** ЦенаЗаЕдиницу applies to this many base units; '' = 1. */
  coefficient: string
  /** МинКоличество: minimum quantity for this price. */
  from?: string
  /** Налог/УчтеноВСумме of the price itself; undefined = as in the price type. */
  vatIncluded?: boolean
}

export type OfferItem = {
  kind: 'offer'
  /** товар or товар#характеристика. */
  code: string
  catalogueCode: string
  /** Whether its package is full. */
  full: boolean
  deleted: boolean
  name: string
  articul: string
  barcodes: string[]
  unit?: Unit
  /** Undefined if not given. */
  pictures?: string[]
  properties: PropertyValue[]
  characteristics: { name: string; value: string }[]
  /** Absent in waiting offers stored before these fields were read. */
  requisites?: { name: string; value: string }[]
  /** Fields normally given by a Товар, for exports that send goods as offers only. Absent if not given. */
  good?: DescribedGood
  /** Undefined if the record has no prices. */
  prices?: PriceOfOffer[]
  /** Price types announced by a full package: those absent from `prices` are removed. */
  priceScope: string[]
  /** Количество: total stock; undefined if not given. */
  total?: string
  /** Stock of the listed warehouses. */
  stocks: { warehouseCode: string; quantity: string }[]
}

/** An unusable item; the rest of the file is imported. */
export type RejectItem = { kind: 'reject'; of: ItemKind; code: string; name: string; reason: string }

export type Item =
  | GroupItem
  | PropertyItem
  | PriceTypeItem
  | WarehouseItem
  | UnitItem
  | SellerItem
  | ContragentItem
  | CatalogueItem
  | GoodItem
  | OfferItem
  | RejectItem

export type ItemKind = Exclude<Item['kind'], 'reject'>
