/**
 * By what the portal knows its own price list again when a buyer sends it back filled in: a hidden sheet of names and
 * values that says so, and the columns in their order.
 */
export const priceListFormat = 'portal-price-list'
export const priceListFormatVersion = '1'
export const priceListMetadataSheet = 'portal'

/** The row of the column headings, from 1; goods begin below it. */
export const priceListHeaderRow = 3

/** Headings of the columns that every price list has; those of stock stand before 'order', one per warehouse. */
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
  order: 'Заказ',
  picture: 'Фото',
  id: 'ID',
} as const

export const stockHeading = (warehouse: string) => `Остаток: ${warehouse}`
