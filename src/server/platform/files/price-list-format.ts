/**
 * How the portal recognises its own price list when a buyer returns it: a hidden sheet with metadata, and the columns
 * in order.
 */
export const priceListFormat = 'portal-price-list'
export const priceListFormatVersion = '1'
export const priceListMetadataSheet = 'portal'

/** Row of the column headings, from 1; goods follow. */
export const priceListHeaderRow = 3

/** Headings of the fixed columns; stock columns, one per warehouse, are inserted before 'order'. */
export const priceListColumns = {
  code: 'Код',
  articul: 'Артикул',
  header: 'Наименование',
  brand: 'Бренд',
  category: 'Категория',
  unit: 'Ед.',
  step: 'Кратность',
  barcode: 'Штрихкод',
  price: 'Цена',
  rrc: 'РРЦ',
  /** Only where the contract has price breaks. */
  breaks: 'Дешевле от',
  order: 'Заказ',
  picture: 'Фото',
  id: 'ID',
} as const

export const stockHeading = (warehouse: string) => `Остаток: ${warehouse}`
