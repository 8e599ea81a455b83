/** Ид of the export that the demo loader needs in advance, to create contracts. */
export const demoPriceTypes = {
  wholesale: { id: '5f0c1d7e-2b1a-11ee-a1d4-0050569a1c01', name: 'Оптовая' },
  largeWholesale: { id: '5f0c1d7e-2b1a-11ee-a1d4-0050569a1c02', name: 'Крупный опт' },
  dealer: { id: '5f0c1d7e-2b1a-11ee-a1d4-0050569a1c03', name: 'Дилерская' },
  recommended: { id: '5f0c1d7e-2b1a-11ee-a1d4-0050569a1c04', name: 'РРЦ' },
} as const

export const demoWarehouses = {
  moscow: {
    id: '8d3f6a52-2b1a-11ee-a1d4-0050569a1c11',
    name: 'Склад Москва',
    address: '142784, г. Москва, п. Московский, Киевское шоссе, 22-й км, д. 4',
  },
  petersburg: {
    id: '8d3f6a52-2b1a-11ee-a1d4-0050569a1c12',
    name: 'Склад СПб',
    address: '196626, г. Санкт-Петербург, п. Шушары, Московское шоссе, д. 70',
  },
  kazan: {
    id: '8d3f6a52-2b1a-11ee-a1d4-0050569a1c13',
    name: 'Склад Казань',
    address: '420051, г. Казань, ул. Тэцевская, д. 191',
  },
} as const

export const demoCatalogue = {
  id: '2c9ab1f4-2b1a-11ee-a1d4-0050569a1c20',
  name: 'Основной каталог товаров',
  owner: { id: '2c9ab1f4-2b1a-11ee-a1d4-0050569a1c21', name: 'ООО «Опт»', inn: '7714981231', kpp: '771401001' },
} as const
