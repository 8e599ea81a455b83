import { afterAll, beforeAll, expect, test } from 'vitest'
import { filter } from '#shared/api/catalogue.ts'
import * as api from '#shared/api/drafts.ts'
import { uploadsFromBuffer } from '#shared/api/uploads.ts'
import { maxDrafts } from '#shared/constants.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { signedIn } from '#tests/support/fixtures.ts'
import { createShop, goodIds, type Shop } from '#tests/support/shop.ts'
import { until } from '#tests/support/wait.ts'
import { call } from '#web/api/client.ts'

const { drill, impact, glovesM, hidden } = goodIds
let portal: TestApp
let shop: Shop
let owner: Visitor
let manager: Visitor
beforeAll(async () => {
  portal = await startTestApp()
  shop = await createShop(portal.db)
  await portal.pool.query("insert into catalogue_changes (kind) values ('rebuild')")
  owner = await signedIn(portal, shop.ownerId)
  manager = await signedIn(portal, shop.managerId)
  await until(
    () => call(filter, {}, owner),
    ({ pagination }) => pagination.total > 0,
    30_000,
  )
})
afterAll(() => portal.close())

type Input = Parameters<typeof call<typeof api.uploadDrafts>>[1]
const save = (buyer: Visitor, input: Input, key: string) => call(api.uploadDrafts, input, { ...buyer, key })
const linesOf = async (buyer: Visitor, id: number | null | undefined) =>
  (await call(api.getDraft, { id: id ?? 0 }, buyer)).draft.products
const count = async (buyer: Visitor) => (await call(api.drafts, {}, buyer)).count

const table = [
  'Артикул\tНаименование\tЛенина 12\tМира 5',
  'ПЕР-M\tПерчатки рабочие M\t2\t',
  'АВ-77\tШуруповёрт аккумуляторный\t\t1',
  'НЕТ-ТАКОГО\tКирпич\t5\t5',
  'ПЕР-M\tПерчатки рабочие M\t5\t20',
  'DX-1234\tДрель ударная\t3\t5-10',
]

test('[P.5] a file with a column per shop is reviewed once and becomes a draft per shop, in file order', async () => {
  const { rows, summed } = await call(uploadsFromBuffer, { text: table.join('\n'), quantities: [2, 3] }, owner)
  expect(summed).toEqual([2, 3])
  expect(
    rows.map(({ id, parts }) => [id, parts]),
    'equal goods are added up column by column',
  ).toEqual([
    [glovesM, [7, 20]],
    [impact, [0, 1]],
    [null, [5, 5]],
    [drill, [3, null]],
  ])

  const drafts: { header: string; list: Record<string, number> }[] = [
    { header: 'Ленина 12 – заявка', list: { [glovesM]: 7, [drill]: 300 } },
    { header: 'Мира 5 – заявка', list: { [glovesM]: 20, [impact]: 1, [hidden]: 1 } },
    { header: 'Склад – заявка', list: { [hidden]: 2 } },
  ]
  const input = {
    contract: shop.contracts.wholesale,
    drafts,
    order: [impact, glovesM, hidden, drill],
    codes: { 'ШР-5': impact },
  }
  const reply = await save(owner, input, 'shops')
  const refused = { id: hidden, note: expect.stringMatching(/[а-я]/) as string }
  expect(reply.drafts).toMatchObject([
    { header: 'Ленина 12 – заявка', lines: 2, refused: [] },
    { header: 'Мира 5 – заявка', lines: 2, refused: [refused] },
    { id: null, lines: 0, refused: [refused] },
  ])
  const [first, second] = reply.drafts
  expect(await linesOf(owner, first?.id), 'up to the step, whatever is in stock').toMatchObject([
    { id: glovesM, qnt: 8, step: 2, price: 90 },
    { id: drill, qnt: 300 },
  ])
  expect(await linesOf(owner, second?.id)).toMatchObject([
    { id: impact, qnt: 1 },
    { id: glovesM, qnt: 20 },
  ])
  const known = await call(uploadsFromBuffer, { text: 'Артикул\tКол-во\nШР-5\t1' }, owner)
  expect(known.rows, 'what was settled by hand is remembered').toMatchObject([{ id: impact, matchedBy: 'clientCode' }])

  expect(await save(owner, input, 'shops'), 'sent twice').toEqual(reply)
  expect(await count(owner)).toBe(2)
  await expect(save(owner, { ...input, order: [drill] }, 'shops')).rejects.toMatchObject({ code: 'keyReused' })
  await expect(
    call(api.getDraft, { id: first?.id ?? 0 }, manager),
    'they are their account’s own',
  ).rejects.toMatchObject({ code: 'notFound' })
})

test('[P.5] drafts of one file are saved all or none, once per key, within the limit, by buyers', async () => {
  const one = { header: 'Один', list: { [drill]: 1 } }
  const sent = await Promise.all(
    Array.from({ length: 4 }, () => save(manager, { drafts: [one, { ...one, header: 'Два' }] }, 'at-once')),
  )
  for (const reply of sent) expect(reply).toEqual(sent[0])
  expect(await count(manager)).toBe(2)

  await expect(call(api.uploadDrafts, { drafts: [one] }, manager)).rejects.toMatchObject({ code: 'keyMissing' })
  await expect(
    save(manager, { drafts: [{ header: 'Пусто', list: { [hidden]: 1 } }] }, 'nothing'),
  ).rejects.toMatchObject({ code: 'emptyDraft' })
  await expect(save(manager, { drafts: [] }, 'none')).rejects.toMatchObject({ code: 'invalid' })
  await expect(save(manager, { drafts: Array.from({ length: 31 }, () => one) }, 'many')).rejects.toMatchObject({
    code: 'invalid',
  })
  await expect(save(manager, { drafts: [{ ...one, header: ' ' }] }, 'unnamed')).rejects.toMatchObject({
    code: 'invalid',
  })
  for (const contract of [shop.contracts.foreign, shop.contracts.dealer, 999_999]) {
    await expect(
      save(manager, { contract, drafts: [one] }, `foreign-${contract}`),
      String(contract),
    ).rejects.toMatchObject({ code: 'notFound' })
  }
  const receiver = await signedIn(portal, shop.receiverId)
  await expect(save(receiver, { drafts: [one] }, 'receiver')).rejects.toMatchObject({ code: 'forbidden' })

  await portal.pool.query(
    `insert into drafts (account_id, contract_id, header)
      select account_id, contract_id, 'Ещё один' from drafts, generate_series(1, $1) where id = $2`,
    [maxDrafts - 3, sent[0]?.drafts[0]?.id],
  )
  await expect(save(manager, { drafts: [one, one] }, 'too-many')).rejects.toMatchObject({ code: 'tooManyDrafts' })
  expect(await count(manager), 'none of them').toBe(maxDrafts - 1)
  expect((await save(manager, { drafts: [one] }, 'the-last')).drafts).toHaveLength(1)
})
