/** Items of a CommerceML file; numbers stay text until planned. */

export type GroupItem = {
  kind: 'group'
  code: string
  name: string
  /** Ид of the group above; undefined at the top. */
  parentCode?: string
  /** Undefined: the record does not say. */
  description?: string
  deleted: boolean
  /** A classifier with only changes says nothing about order. */
  onlyChanges: boolean
}

export type PropertyItem = {
  kind: 'property'
  code: string
  name: string
  /** ТипЗначений: Справочник, Строка, Число, Булево…; '' when not given. */
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

/**
 * Владелец of a classifier or a catalogue: our organisation. Bank fields are '' where they are not given or not valid.
 */
export type SellerItem = {
  kind: 'seller'
  code: string
  company: string
  fullName: string
  inn: string
  kpp: string
  address: string
  bank: string
  bik: string
  account: string
  correspondentAccount: string
}

/** Каталог itself: says whether the export is a full one. */
export type CatalogueItem = { kind: 'catalogue'; code: string; full: boolean }

/** `name`: the short one as written; `fullName`: 'Штука', for units that no table knows. */
export type Unit = { okei: string; name: string; fullName: string; recounts: { okei: string; coefficient: string }[] }

/** `name`: what the record itself calls the property, where it does. */
export type PropertyValue = { propertyCode: string; name?: string; values: string[] }

/** A file by its path in the export, and what people call it. */
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
  /** Undefined, as `documents`: the record says nothing about them. */
  pictures?: string[]
  documents?: DocumentOfGood[]
  manufacturer: string
  properties: PropertyValue[]
  characteristics: { name: string; value: string }[]
  /** СтавкиНалогов: the rate of НДС as written; undefined when not given. */
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
  /** ЦенаЗаЕдиницу is for this many base units; '' = 1. */
  coefficient: string
  /** МинКоличество: the price holds from so many on. */
  from?: string
  /** Налог/УчтеноВСумме of the price itself; undefined = as the price type says. */
  vatIncluded?: boolean
}

export type OfferItem = {
  kind: 'offer'
  /** товар or товар#характеристика. */
  code: string
  catalogueCode: string
  /** Its package says that it is a whole one. */
  full: boolean
  deleted: boolean
  name: string
  articul: string
  barcodes: string[]
  unit?: Unit
  /** Undefined when the record says nothing about them. */
  pictures?: string[]
  properties: PropertyValue[]
  characteristics: { name: string; value: string }[]
  /** Absent from offers that have waited for their good since before these were read. */
  requisites?: { name: string; value: string }[]
  /**
   * What a Товар says and an offer seldom does: where whole goods come as offers. Absent when it says nothing of it.
   */
  good?: DescribedGood
  /** Undefined when the record says nothing about prices. */
  prices?: PriceOfOffer[]
  /** Price types that the package announces, when it is a full one: those absent from `prices` are no longer set. */
  priceScope: string[]
  /** Количество: the whole stock; undefined if not given. */
  total?: string
  /** Per warehouse, as far as named. */
  stocks: { warehouseCode: string; quantity: string }[]
}

/** An item that cannot be used; the rest of the file goes on. */
export type RejectItem = { kind: 'reject'; of: ItemKind; code: string; name: string; reason: string }

export type Item =
  | GroupItem
  | PropertyItem
  | PriceTypeItem
  | WarehouseItem
  | UnitItem
  | SellerItem
  | CatalogueItem
  | GoodItem
  | OfferItem
  | RejectItem

export type ItemKind = Exclude<Item['kind'], 'reject'>
