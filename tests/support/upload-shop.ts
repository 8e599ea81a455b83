import { filter } from '#shared/api/catalogue.ts'
import * as api from '#shared/api/uploads.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { signedIn } from '#tests/support/fixtures.ts'
import type { TestGood } from '#tests/support/goods.ts'
import { workbookOf } from '#tests/support/price-sheets.ts'
import { collidingGoods, createShop } from '#tests/support/shop.ts'
import { until } from '#tests/support/wait.ts'
import { call } from '#web/api/client.ts'

const anchor = {
  id: 201,
  name: 'Болт анкерный М8х40',
  articul: '900',
  code: '00-00000947',
  categoryIds: [13],
  prices: { 51: 5000 },
  stocks: { 61: 900_000 },
}
const capNut = { ...anchor, id: 231, name: 'Гайка колпачковая М8 Зубр', articul: 'ГК-8', code: '8', brandId: 22 }
const bootsM = {
  id: 211,
  parentId: 210,
  name: 'Сапоги рабочие',
  articul: '',
  valueIds: [421],
  prices: { 51: 100_000 },
  stocks: { 61: 50_000 },
}

/** Goods whose articles are numbers that collide with the shop's 1C codes, sizes and row numbers. */
export const uploadGoods = {
  anchor,
  longAnchor: { ...anchor, id: 202, name: 'Болт анкерный М8х50', articul: '901', code: '1' },
  cable: {
    ...anchor,
    id: 203,
    name: 'Кабель ВВГ 3х2,5',
    articul: 'K-1',
    code: '2',
    unit: 'м',
    barcodes: ['4607009990012'],
  },
  otherCable: { ...anchor, id: 204, name: 'Кабель NYM 3х2,5', articul: 'K-2', code: '3', unit: 'м' },
  nut: { ...anchor, id: 205, name: 'Гайка М8', articul: '77', code: '4' },
  otherNut: { ...anchor, id: 206, name: 'Гайка М10', articul: '0077', code: '5' },
  grease: { ...anchor, id: 220, name: 'Смазка проникающая № 16', articul: 'СП-55', code: '6' },
  calledAsGrease: { ...anchor, id: 221, name: 'СП-55', articul: 'М415', code: '7' },
  capNut,
  otherCapNut: { ...capNut, id: 232, name: 'Гайка колпачковая М8 Makita', code: '9', brandId: 21 },
  longNut: {
    ...capNut,
    id: 233,
    name: 'Гайка колпачковая удлинённая М8 Makita',
    articul: 'ГКУ-8',
    code: '10',
    brandId: 21,
  },
  dowel: {
    ...anchor,
    id: 240,
    name: 'Дюбель распорный 6х40',
    articul: 'ДР-6',
    code: '11',
    stepMilli: 100_000,
    stocks: { 61: 86_000 },
  },
  boots: { id: 210, name: 'Сапоги рабочие', articul: 'SP', categoryIds: [11] },
  bootsM,
  bootsL: { ...bootsM, id: 212, valueIds: [422] },
}

export type UploadReview = Awaited<ReturnType<typeof call<typeof api.uploadsFromBuffer>>>
type Choice = Partial<Parameters<typeof call<typeof api.uploadsFromBuffer>>[1]>

/** A running portal with these goods and more (of further brands by id), and its buyer's two ways to upload. */
export async function openUploadShop(more: readonly TestGood[] = [], brands: Readonly<Record<number, string>> = {}) {
  const portal: TestApp = await startTestApp()
  for (const [id, name] of Object.entries(brands))
    await portal.pool.query('insert into brands (id, name, key) overriding system value values ($1, $2, lower($2))', [
      id,
      name,
    ])
  const { ownerId } = await createShop(portal.db, [...collidingGoods, ...Object.values(uploadGoods), ...more])
  await portal.pool.query("insert into catalogue_changes (kind) values ('rebuild')")
  const owner: Visitor = await signedIn(portal, ownerId)
  await until(
    () => call(filter, {}, owner),
    ({ pagination }) => pagination.total > 0,
    30_000,
  )
  return {
    portal,
    owner,
    review: (text: string, choice: Choice = {}) => call(api.uploadsFromBuffer, { text, ...choice }, owner),
    reviewFile: (bytes: Uint8Array, name = 'Заявка.xlsx') =>
      call(api.uploadsFromFile, { file: new File([new Uint8Array(bytes)], name) }, owner),
    reviewBook: (sheets: Parameters<typeof workbookOf>[0], options?: Parameters<typeof workbookOf>[1]) =>
      call(
        api.uploadsFromFile,
        { file: new File([new Uint8Array(workbookOf(sheets, options))], 'Заявка.xlsx') },
        owner,
      ),
  }
}
