import { writeFile } from 'node:fs/promises'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rightsOf } from '#shared/rights.ts'
import { sumInWords } from '#shared/rules/words/sum-in-words.ts'
import { orderLines, orders } from '#server/platform/db/schema/orders.ts'
import { contragents, sellers } from '#server/platform/db/schema/organisations.ts'
import { TooManyDocuments } from '#server/platform/files/pdf.ts'
import { createPdfQueue } from '#server/platform/files/pdf-queue.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { addContract, addOrganisation, createWorld, addAccount, signedIn, type World } from '#tests/support/fixtures.ts'
import { addOrder } from '#tests/support/orders.ts'
import { qrOf, textOf } from '#tests/support/pdf.ts'
import { addSeller, ourRequisites } from '#tests/support/sellers.ts'
import { readWorkbook } from '#tests/support/spreadsheet.ts'
import { prepareInvoice } from './service.ts'

let portal: TestApp
let world: World
let owner: Visitor
let order: { id: number; number: string }

beforeAll(async () => {
  portal = await startTestApp()
  world = await createWorld(portal.db, { products: [{ name: 'Дрель' }, {}, {}, {}] })
  await portal.db
    .update(contragents)
    .set({
      fullName: 'Общество с ограниченной ответственностью «Ёж и №1»',
      inn: '7736050003',
      kpp: '773601001',
      legalAddress: 'г. Москва, ул. Летниковская, д. 10',
    })
    .where(eq(contragents.id, world.contragentId))
  owner = await signedIn(portal, world.ownerId)
  const [warehouseId = 0] = world.warehouseIds
  const price = [100_000, 12_345, 5000, 7777]
  order = await addOrder(portal.db, world, {
    lines: world.productIds.map((productId, index) => ({
      productId,
      warehouseId,
      quantity: [2, 3, 1, 0.25][index] ?? 1,
      price: price[index] ?? 0,
    })),
    deliveryKopecks: 120_000,
    deliveryMethodId: 1,
    clientNumber: 'З-881',
    createdAt: new Date('2026-11-20T22:30:00Z'),
  })
  for (const [index, vatPercent] of [22, 10, 0, null].entries()) {
    await portal.db
      .update(orderLines)
      .set({ vatPercent })
      .where(eq(orderLines.productId, world.productIds[index] ?? 0))
  }
})
afterAll(() => portal.close())

const get = (visitor: Visitor, path: string) => visitor.send(path, { method: 'GET' })
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())
const invoice = (id = order.id) => `/api/order/${id}/invoice.pdf`

test('[P.5] without the seller’s requisites an invoice is refused with that reason', async () => {
  const response = await get(owner, invoice())
  expect(response.status).toBe(422)
  expect(await response.json()).toMatchObject({ code: 'noSeller' })
  const half = await addSeller(portal.db, { kpp: '', bank: '', account: '', correspondentAccount: '' })
  expect(await (await get(owner, invoice())).json()).toMatchObject({
    code: 'noSeller',
    message:
      'Счёт не сформировать, в реквизитах поставщика нет: КПП, банк, расчётный счёт, корреспондентский счёт. ' +
      'Обратитесь к вашему менеджеру',
  })
  await portal.db.delete(sellers).where(eq(sellers.id, half))
})

test('[P.5] an invoice has both parties, bank, contract, all lines, VAT by rate, the sum in words', async () => {
  await addSeller(portal.db)
  const response = await get(owner, invoice())
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('application/pdf')
  expect(decodeURIComponent(response.headers.get('content-disposition') ?? '')).toContain(
    `Счёт ${order.number} от 2026-11-21.pdf`,
  )
  const pdf = await bytesOf(response)
  if (process.env.KEEP_PDF) await writeFile(process.env.KEEP_PDF, pdf)
  const text = await textOf(pdf)
  for (const words of [
    `Счёт на оплату № ${order.number} от 21.11.2026`,
    'Опт | Ёлка',
    'ИНН 7707083893',
    'КПП 770701001',
    'ПАО Сбербанк, г. Москва',
    'БИК',
    '044525225',
    '40702810938000012345',
    '30101810400000000225',
    'Ёж и №1',
    '7736050003',
    'ул. Летниковская',
    'от 12.01.2026',
    'З-881',
    'Ковалёв А. Н.',
    'Ёжикова М. И.',
    `A-${world.productIds[0]}`,
    '2 000,00',
    '370,35',
    '19,44',
    'Доставка: Наш транспорт',
    '1 200,00',
    // 2000 and 1200 at 22/122, 370.35 at 10/110; the other lines have no VAT.
    'НДС 22 %',
    '577,05',
    'НДС 10 %',
    '33,67',
    'НДС 0 %',
    'Без НДС',
    'Всего наименований 5, на сумму 3 639,79 ₽',
    'Три тысячи шестьсот тридцать девять рублей 79 копеек',
  ])
    expect(text.replaceAll('\u00a0', ' '), words).toContain(words)
  expect(sumInWords(363_979)).toBe('Три тысячи шестьсот тридцать девять рублей 79 копеек')
})

test('[P.5] the invoice’s QR code decodes to the payment, field by field', async () => {
  const [mark, ...fields] = qrOf(await bytesOf(await get(owner, invoice()))).split('|')
  expect(mark).toBe('ST00012')
  expect(Object.fromEntries(fields.map((field) => field.split(/=(.*)/s).slice(0, 2)))).toEqual({
    Name: 'Общество с ограниченной ответственностью «Опт   Ёлка»',
    PersonalAcc: ourRequisites.account,
    BankName: ourRequisites.bank,
    BIC: ourRequisites.bik,
    CorrespAcc: ourRequisites.correspondentAccount,
    Sum: '363979',
    PayeeINN: ourRequisites.inn,
    KPP: ourRequisites.kpp,
    Purpose: expect.stringMatching(
      new RegExp(
        `^Оплата по счёту № ${order.number} от 21\\.11\\.2026 по договору № .+\\. В т\\. ч\\. НДС 610,72 руб\\.$`,
      ),
    ),
  })
})

test('an invoice names the contract’s seller; an order cancelled or waiting for approval has no invoice', async () => {
  const [other] = await portal.db
    .insert(sellers)
    .values({
      ...ourRequisites,
      company: 'ИП Ли',
      fullName: 'Индивидуальный предприниматель Ли Ё. У.',
      inn: '500100732259',
      kpp: '',
      vat: 'none',
    })
    .returning({ id: sellers.id })
  const contractId = await world.addContract({ sellerId: other?.id ?? 0 })
  const { id } = await addOrder(
    portal.db,
    { ...world, contractId },
    {
      lines: [
        { productId: world.productIds[0] ?? 0, warehouseId: world.warehouseIds[0] ?? 0, quantity: 1 },
        { productId: world.productIds[1] ?? 0, warehouseId: world.warehouseIds[0] ?? 0, quantity: 1 },
      ],
      deliveryKopecks: 120_000,
      deliveryMethodId: 1,
    },
  )
  await portal.db
    .update(orderLines)
    .set({ cancelled: true })
    .where(and(eq(orderLines.orderId, id), eq(orderLines.position, 2)))
  const pdf = await bytesOf(await get(owner, invoice(id)))
  expect(await textOf(pdf), 'a removed line').not.toContain(`A-${world.productIds[1]}`)
  // 100.00 of goods include 18.03 of VAT; a seller without VAT charges none for delivery.
  for (const words of ['Индивидуальный предприниматель Ли Ё. У.', '18,03', 'Без НДС'])
    expect(await textOf(pdf), words).toContain(words)
  expect(qrOf(pdf)).not.toContain('KPP')
  // It names the seller at the time of the order, whoever sells under the contract now.
  const [usual] = await portal.db.select({ id: sellers.id }).from(sellers).where(eq(sellers.isDefault, true))
  await portal.db.update(orders).set({ sellerId: usual?.id }).where(eq(orders.id, id))
  expect(await textOf(await bytesOf(await get(owner, invoice(id))))).not.toContain('Индивидуальный предприниматель')
  const staff = await signedIn(portal, world.adminId)
  for (const [state, code] of [
    [4, 'noInvoice'],
    [2, 'invoiceAwaits'],
  ] as const) {
    await portal.db.update(orders).set({ state }).where(eq(orders.id, id))
    for (const response of [
      await get(owner, invoice(id)),
      await get(staff, invoice(id).replace('/api/', '/api/staff/')),
    ]) {
      expect(response.status).toBe(422)
      expect(await response.json()).toMatchObject({ code, message: expect.stringMatching(/[а-я]/) })
    }
    expect((await get(owner, `/api/order/${id}/order.xlsx`)).status, 'the list of goods stays').toBe(200)
  }
})

test('[R.6] order documents follow the right to the order: a receiver’s sheet has no prices', async () => {
  const sheet = `/api/order/${order.id}/order.xlsx`
  const receiver = await signedIn(portal, world.receiverId)
  expect((await get(receiver, invoice())).status).toBe(403)
  const bare = await readWorkbook(await bytesOf(await get(receiver, sheet)))
  expect(JSON.stringify(bare.rows.sheetJs)).not.toMatch(/Цена|Сумма|₽|1000|Доставка: Наш.*1200/)
  expect(bare.rows.sheetJs).toContainEqual([
    1,
    `A-${world.productIds[0]}`,
    `Товар ${world.productIds[0]}`,
    'Москва',
    'шт',
    2,
    0,
  ])

  const full = await readWorkbook(await bytesOf(await get(owner, sheet)))
  expect(full.rows.readExcel.at(-1)).toContain(1200)
  expect(full.rows.sheetJs).toContainEqual([
    2,
    `A-${world.productIds[1]}`,
    `Товар ${world.productIds[1]}`,
    'Москва',
    'шт',
    3,
    0,
    123.45,
    '10 %',
    370.35,
  ])
  expect(full.marks.sheetJs).toMatchObject({ format: 'order', number: order.number })

  const stranger = await addOrganisation(portal.db, 'ООО «Чужие»')
  await addContract(portal.db, {
    ...stranger,
    priceTypeId: world.priceTypeIds[0] ?? 0,
    warehouseIds: world.warehouseIds,
  })
  const foreign = await signedIn(
    portal,
    await addAccount(portal.db, { role: 'owner', organisationId: stranger.organisationId }),
  )
  for (const path of [invoice(), sheet, invoice(2_000_000_000), '/api/order/0/invoice.pdf', '/api/order/x/order.xlsx'])
    expect((await get(foreign, path)).status, path).toBe(404)
  for (const path of [invoice(), sheet]) expect((await get(portal.visitor(), path)).status, path).toBe(401)
  const staff = await signedIn(portal, world.adminId)
  for (const path of [invoice(), sheet]) {
    expect((await get(staff, path)).status, path).toBe(403)
    expect((await get(staff, path.replace('/api/', '/api/staff/'))).status, path).toBe(200)
    expect((await get(owner, path.replace('/api/', '/api/staff/'))).status, path).toBe(403)
  }
})

test('an invoice of thousands of lines totals them by VAT rate, to the kopeck, and refers to the list', async () => {
  const ids = await world.addProducts(Array.from({ length: 2001 }, () => ({})))
  const { id } = await addOrder(portal.db, world, {
    lines: ids.map((productId) => ({ productId, warehouseId: world.warehouseIds[0] ?? 0, quantity: 3, price: 333 })),
    deliveryKopecks: 120_000,
    deliveryMethodId: 1,
  })
  await portal.db
    .update(orderLines)
    .set({ vatPercent: 10 })
    .where(and(eq(orderLines.orderId, id), eq(orderLines.position, 7)))
  const pdf = await bytesOf(await get(owner, invoice(id)))
  const text = (await textOf(pdf)).replaceAll('\u00a0', ' ')
  // VAT is summed per line: 1.80 in each of 2000 lines of 9.99, 216.39 in delivery of 1200, 0.91 in 9.99 at 10 %.
  for (const words of [
    'наименований: 2001. Перечень – в файле заказа',
    'наименований: 1. Перечень',
    '21 180,00',
    '9,99',
    '3 816,39',
    '0,91',
    'Всего наименований 2002, на сумму 21 189,99 ₽',
  ])
    expect(text, words).toContain(words)
  expect(qrOf(pdf)).toContain('Sum=2118999')
})

test('an invoice is refused with 503 while too many documents wait', async () => {
  const pdf = createPdfQueue({ render: () => Promise.reject(new TooManyDocuments()) })
  const actor = {
    accountId: world.ownerId,
    organisationId: world.organisationId,
    role: 'owner',
    rights: rightsOf({ role: 'owner', grants: [] }),
    login: '',
    name: '',
    demo: false,
    pricePolitics: [],
  } as const
  const prepare = () => prepareInvoice(portal, actor, { orderId: order.id })
  await expect(pdf.render(actor.accountId, prepare)).rejects.toMatchObject({
    status: 503,
    code: 'unavailable',
  })
})

test('an account asking for fifty invoices at once gets 429 with Retry-After; another gets its invoice', async () => {
  const many = Array.from({ length: 50 }, () =>
    get(owner, invoice()).then(async (response) => ({
      status: response.status,
      retryAfter: response.headers.get('retry-after'),
      bytes: await bytesOf(response),
    })),
  )
  const administrator = await signedIn(portal, world.adminId)
  expect((await get(administrator, `/api/staff/order/${order.id}/invoice.pdf`)).status).toBe(200)
  const answers = await Promise.all(many)
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused.length).toBeGreaterThan(10)
  expect(new Set(refused.map(({ retryAfter }) => retryAfter))).toEqual(new Set(['3']))
  expect(answers.filter(({ status }) => status === 200).length).toBe(50 - refused.length)
})

test('a long invoice is rendered off the event loop: the portal keeps answering', async () => {
  const ids = await world.addProducts(
    Array.from({ length: 400 }, (_, index) => ({ name: `Товар с довольно длинным наименованием ${index}` })),
  )
  const { id } = await addOrder(portal.db, world, {
    lines: ids.map((productId) => ({ productId, warehouseId: world.warehouseIds[0] ?? 0, quantity: 3 })),
  })
  const rendering = get(owner, invoice(id)).then(bytesOf)
  const state = { done: false }
  void rendering.finally(() => (state.done = true))
  let answered = 0
  while (!state.done) {
    await fetch(`${portal.origin}/live`)
    if (!state.done) answered += 1
  }
  // Counts answers instead of measuring time, which varies on a busy machine.
  expect(answered).toBeGreaterThan(20)
  const text = await textOf(await rendering)
  expect(text).toContain('Всего наименований 400')
  expect(qrOf(await rendering)).toContain('ST00012|')
})
