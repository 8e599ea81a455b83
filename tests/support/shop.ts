import type { Db } from '#server/platform/db/client.ts'
import { addAccount, addContract, addOrganisation } from './fixtures.ts'
import { insertGoods, type TestGood } from './goods.ts'

export type Shop = Awaited<ReturnType<typeof createShop>>

/**
 * A small shop with all catalogue features: two price types and РРЦ, two warehouses, a tree, brands, tags, parameters,
 * variants, goods by kg and with multiplicity; a buyer with two contracts, another buyer with one.
 */
export async function createShop(db: Db, more: TestGood[] = []) {
  await insertGoods(db, {
    categories: [
      { id: 11, name: 'Инструмент', url: 'instrument', description: 'Для работы' },
      { id: 12, name: 'Дрели', parentId: 11, url: 'dreli', description: 'Сверлят' },
      { id: 13, name: 'Крепёж', url: 'krepezh' },
      { id: 14, name: 'Пустая', url: 'pustaya' },
    ],
    brands: [
      { id: 21, name: 'Makita' },
      { id: 22, name: 'Зубр' },
    ],
    tags: [{ id: 31, name: 'Выбор мастера' }],
    parameters: [
      {
        id: 41,
        name: 'Мощность',
        values: [
          { id: 411, value: '10 Вт' },
          { id: 412, value: '9 Вт' },
        ],
      },
      {
        id: 42,
        name: 'Размер',
        values: [
          { id: 421, value: 'M' },
          { id: 422, value: 'L' },
        ],
      },
      { id: 43, name: 'Артикул поставщика', filterable: false, values: [{ id: 431, value: 'П-1' }] },
    ],
    priceTypes: [
      { id: 51, name: 'Опт' },
      { id: 52, name: 'Дилер' },
      { id: 53, name: 'РРЦ', isRrc: true },
    ],
    warehouses: [
      { id: 61, name: 'Москва, Складочная', shortName: 'Москва' },
      { id: 62, name: 'Казань' },
      { id: 63, name: 'Чужой' },
    ],
    goods: [...shopGoods, ...more],
  })
  const buyer = await addOrganisation(db, 'ООО «Вектор»')
  const stranger = await addOrganisation(db, 'ООО «Чужие»')
  const both = { warehouseIds: [61, 62], rrcTypeId: 53 }
  const wholesale = await addContract(db, { ...buyer, ...both, priceTypeId: 51, number: 'ОПТ-1' })
  const dealer = await addContract(db, {
    ...buyer,
    ...both,
    priceTypeId: 52,
    number: 'ДИЛ-2',
    debtAlert: 'Просрочено',
    stopOrders: true,
  })
  const foreign = await addContract(db, { ...stranger, ...both, priceTypeId: 51, number: 'ЧУЖ-1' })
  const { organisationId } = buyer
  return {
    contracts: { wholesale, dealer, foreign },
    organisationId,
    ownerId: await addAccount(db, { role: 'owner', organisationId }),
    managerId: await addAccount(db, { role: 'manager', organisationId, contractIds: [wholesale] }),
    receiverId: await addAccount(db, { role: 'receiver', organisationId, contractIds: [wholesale] }),
    idleId: await addAccount(db, { role: 'manager', organisationId }),
    adminId: await addAccount(db, { role: 'admin' }),
  }
}

const collidingWords = [
  'шт',
  'кг',
  'Код',
  'Артикул',
  'Заказ',
  'Заявка',
  'Итого',
  'нет',
  '-',
  '2026',
  '500',
  '990',
  '18.11.2026',
  '12:30',
  '20%',
  '10 шт',
  '2 шт',
  '5-10',
  '60 + 60',
  'Дрель',
  'срочно',
]

/**
 * Goods whose articles, codes and barcodes equal other contents of a buyer's file: row numbers, quantities, prices,
 * units, dates, headings; their codes are other goods' articles. They must not change the result of an upload.
 */
export const collidingGoods: readonly TestGood[] = [
  ...Array.from({ length: 10 }, (_, index) => String(index + 1)),
  ...collidingWords,
].map((articul, index): TestGood => ({
  id: 900 + index,
  name: `Набор подарочный «Весна-${index + 1}»`,
  articul,
  code: `00-${String(((index * 7) % 31) + 20).padStart(8, '0')}`,
  barcodes: [`4607${String(index).repeat(3)}`],
  categoryIds: [13],
  prices: { 51: 7700 + index },
  stocks: { 61: 500_000 },
}))

export const goodIds = {
  drill: 101,
  impact: 102,
  nails: 103,
  gloves: 110,
  glovesM: 111,
  glovesL: 112,
  hidden: 120,
} as const

const shopGoods: TestGood[] = [
  {
    id: goodIds.drill,
    name: 'Дрель ударная',
    articul: 'DX-1234',
    code: '00-0077',
    barcodes: ['4607001234567'],
    brandId: 21,
    categoryIds: [12],
    tagIds: [31],
    description: 'Сверлит бетон',
    valueIds: [411, 431],
    isNew: true,
    prices: { 51: [250_050, 200_050], 52: 150_000, 53: 399_900 },
    stocks: { 61: 5000, 62: 2000 },
  },
  {
    id: goodIds.impact,
    name: 'Шуруповёрт аккумуляторный',
    articul: 'АВ-77',
    brandId: 22,
    categoryIds: [12],
    valueIds: [412],
    isHit: true,
    prices: { 51: 100_000, 53: 120_000 },
    stocks: { 62: 20_000 },
  },
  {
    id: goodIds.nails,
    name: 'Гвозди строительные',
    articul: 'ГВ-1',
    unit: 'кг',
    stepMilli: 250,
    categoryIds: [13],
    isSale: true,
    prices: { 51: 12_345 },
    stocks: { 61: 125 },
  },
  { id: goodIds.gloves, name: 'Перчатки рабочие', brandId: 22, categoryIds: [11] },
  {
    id: goodIds.glovesM,
    parentId: goodIds.gloves,
    name: 'Перчатки рабочие M',
    articul: 'ПЕР-M',
    barcodes: ['4607009999999'],
    valueIds: [421],
    stepMilli: 2000,
    prices: { 51: 9000, 53: 15_000 },
    stocks: { 61: 10_000 },
  },
  {
    id: goodIds.glovesL,
    parentId: goodIds.gloves,
    name: 'Перчатки рабочие L',
    articul: 'ПЕР-L',
    valueIds: [422],
    prices: { 51: 8000 },
    stocks: { 62: 3000 },
  },
  {
    id: goodIds.hidden,
    name: 'Только дилерам',
    articul: 'ДИЛЕР',
    categoryIds: [13],
    prices: { 52: 100 },
    stocks: { 63: 9000 },
  },
]
