import type { BasketLine } from '#shared/api/basket.ts'

/** A line of the basket page: four drills from Moscow unless said otherwise. */
export const basketLine = (change: Partial<BasketLine>): BasketLine => ({
  id: 1, wms: 10, qnt: 4, step: 1, available: 9, price: 100, sum: 400, note: '', header: 'Дрель', articul: 'DDF485Z', unit: 'шт', decimals: 0,
  picture: 0, picturetype: '', parent: null, wms_header: 'Москва', price_rrc: 130, old_price: null, vat: 22, weight: 1.5, volume: 0.01, gone: false,
  stock_label: null, over: false, old_available: null, category: null, comment: '',
  ...change,
})
