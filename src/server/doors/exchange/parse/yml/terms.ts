/** What a YML file does not say: how staff have set it to be read. */
export type YmlTerms = {
  /** Ид of the price type that its prices are written to; '' = one of its own. */
  priceType: string
  /** Ид of the warehouse that its stock is written to; '' = one of its own. */
  warehouse: string
  /** The file is everything there is: goods of earlier files that it leaves out are no longer sold. */
  full: boolean
  /** Quantity of an offer that is available without a figure. */
  availableQuantity: number
}

/** Of the id of an offer or category; longer ones are refused. */
export const maxIdLength = 150
/** Before the ids of offers and categories, so that they never meet an Ид of 1C. */
export const ymlPrefix = 'yml:'
/** The catalogue that goods of YML belong to. */
export const ymlCatalogue = 'yml'
export const ymlPriceType = { code: 'yml', name: 'Цены из YML' }
export const ymlWarehouse = { code: 'yml', name: 'Склад из YML' }

/** Root element of every YML file. */
export const ymlRoot = 'yml_catalog'
