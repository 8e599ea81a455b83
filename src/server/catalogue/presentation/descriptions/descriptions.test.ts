import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { product } from '#shared/api/catalogue.ts'
import type { InputOf } from '#shared/api/endpoint.ts'
import { saveGood, staffGood, staffGoods } from '#shared/api/staff/goods.ts'
import { listOfferDetails } from '#server/catalogue/price-lists/queries-rows.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { addAccount, signedIn } from '#tests/support/fixtures.ts'
import { createShop, goodIds } from '#tests/support/shop.ts'
import { until } from '#tests/support/wait.ts'
import { call } from '#web/api/client.ts'

let portal: TestApp
let owner: Visitor
let content: Visitor
const { nails, gloves, glovesM } = goodIds

beforeAll(async () => {
  portal = await startTestApp()
  const shop = await createShop(portal.db)
  await portal.pool.query("insert into catalogue_changes (kind) values ('rebuild')")
  owner = await signedIn(portal, shop.ownerId)
  content = await signedIn(portal, await addAccount(portal.db, { role: 'content' }))
  await until(() => call(product, { id: nails }, owner), undefined, 20_000)
})
afterAll(() => portal.close())
beforeEach(async () => {
  await sendFrom1c(nails, '<p>Гвоздь</p><p>Строительный</p>')
  await save(nails, { shown: 'exchange', text: '' })
})

const sendFrom1c = (id: number, text: string) =>
  portal.pool.query('update products set description = $2 where id = $1', [id, text])
const open = async (id: number) => (await call(staffGood, { id }, content)).good
async function save(id: number, description: InputOf<typeof saveGood>['description'], version?: string) {
  const good = await open(id)
  const { good: saved } = await call(
    saveGood,
    {
      id,
      version: version ?? good.version,
      flags: {},
      description,
      tags: good.tags,
      pictures: good.pictures.map(({ picture, source }) => ({ id: picture, source })),
      analogues: good.analogues.map(({ id: other, source }) => ({ id: other, source })),
      related: good.related.map(({ id: other, source }) => ({ id: other, source })),
      documents: [],
    },
    content,
  )
  return saved
}
const cardText = async (id: number) => (await call(product, { id }, owner)).product.description
const offerText = async (id: number) => (await listOfferDetails(portal.db, [id]))[0]?.description

test('a text of staff replaces that of 1C in the card and in price lists, also after an import', async () => {
  expect(await cardText(nails)).toBe('Гвоздь\n\nСтроительный')
  const own = 'Для досок <5 мм\n\n& бруса'
  expect((await save(nails, { shown: 'own', text: `  ${own.replaceAll('\n', '\r\n')} ` })).description).toEqual({
    shown: 'own',
    text: own,
    exchange_text: 'Гвоздь\n\nСтроительный',
  })
  await sendFrom1c(nails, 'Новый текст 1С')
  expect([await cardText(nails), await offerText(nails)]).toEqual([own, own])
  expect((await open(nails)).description.exchange_text).toBe('Новый текст 1С')
})

test("hidden, no text is shown; with blanks 1C's text returns; without a decision nothing changes", async () => {
  await save(nails, { shown: 'none', text: 'остаток' })
  expect([await cardText(nails), await offerText(nails)]).toEqual(['', ''])
  expect((await call(staffGoods, { gap: 'description' }, content)).items.map(({ id }) => id)).toContain(nails)
  await save(nails, undefined)
  expect((await open(nails)).description.shown).toBe('none')
  await save(nails, { shown: 'own', text: ' \n ' })
  expect((await open(nails)).description).toMatchObject({ shown: 'exchange', text: '' })
  expect(await cardText(nails)).toBe('Гвоздь\n\nСтроительный')
})

test('a variant in a price list has its product’s text of staff, whatever 1C sends for it', async () => {
  await sendFrom1c(glovesM, 'Размер M')
  expect(await offerText(glovesM)).toBe('Размер M')
  await save(gloves, { shown: 'own', text: 'Перчатки с ПВХ' })
  expect(await offerText(glovesM)).toBe('Перчатки с ПВХ')
})

test('a text written over that of a colleague is refused, an import in between is not; too long is a 400', async () => {
  const { version } = await open(nails)
  await sendFrom1c(nails, 'Ещё один')
  await save(nails, { shown: 'own', text: 'Мой' }, version)
  await expect(save(nails, { shown: 'own', text: 'Чужой' }, version)).rejects.toMatchObject({ status: 409 })
  expect((await open(nails)).description.text).toBe('Мой')
  await expect(save(nails, { shown: 'own', text: 'я'.repeat(10_001) })).rejects.toMatchObject({
    status: 400,
    body: { fields: { 'description.text': expect.any(String) as string } },
  })
})
