import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { PDFDocument } from '@cantoo/pdf-lib'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { listDocuments, mailDocuments } from '#shared/api/money/documents.ts'
import { finances } from '#shared/api/money/finances.ts'
import { addDays, dayOf, formatDay } from '#shared/rules/dates.ts'
import { openLocalStore } from '#server/platform/files/store.ts'
import { sendMails } from '#server/platform/mail/send.ts'
import { readLetterHead } from '#tests/support/processes/smtp.ts'
import { call } from '#web/api/client.ts'
import type { TestApp, Visitor } from '#tests/support/app.ts'
import { startExchangeApp } from '#tests/support/exchange.ts'
import { feedSender, type FeedSender } from '#tests/support/feeds.ts'
import { addAccount, addContract, addOrganisation, createWorld, signedIn, type World } from '#tests/support/fixtures.ts'
import { addLedger } from '#tests/support/ledger.ts'
import { addOrder } from '#tests/support/orders.ts'
import { textOf } from '#tests/support/pdf.ts'
import { startSmtp } from '#tests/support/processes/smtp.ts'
import { unzipped } from '#tests/support/formats/unzipped.ts'

let app: TestApp
let world: World
let owner: Visitor
let send: FeedSender
const today = dayOf(new Date())
const ago = (days: number) => addDays(today, -days)

beforeAll(async () => {
  app = await startExchangeApp()
  world = await createWorld(app.db)
  await app.db.execute(sql`update contracts set code1c = 'c-1' where id = ${world.contractId}`)
  owner = await signedIn(app, world.ownerId)
  send = feedSender(app.origin)
  // The folder is there for the first count.
  await send('documents', [upd])
})
afterAll(() => app.close())
beforeEach(() => app.db.execute(sql`truncate shipping_documents, exchange_rejects`))

const pdfOf = (text: string) => `%PDF-1.4\n%${text}\n%%EOF`
const base64 = (text: string) => Buffer.from(pdfOf(text)).toString('base64')
const upd = {
  id: 'd-1',
  contract: 'c-1',
  kind: 'upd',
  number: '4471',
  date: ago(5),
  sum: 143_285,
  vat: 25_838.28,
  pdf: base64('one'),
}
const postOf = (smtpUrl: string) => ({
  db: app.db,
  files: openLocalStore(join(app.config.dataDir, 'files')),
  log: app.log,
  config: { smtpUrl, mailFrom: undefined, baseUrl: undefined },
  readLetterHead,
})
const read = (input: Parameters<typeof call<typeof listDocuments>>[1] = {}, visitor = owner) =>
  call(listDocuments, input, visitor)
const get = (path: string, visitor = owner) => visitor.send(path, { method: 'GET' })
const stored = () =>
  readdirSync(join(app.config.dataDir, 'files', 'shipping-documents'), { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile(),
  ).length
async function rows(statement: string): Promise<unknown[]> {
  return (await app.pool.query({ text: statement, rowMode: 'array' })).rows
}

test('a feed of documents answers each line, and stores each PDF once', async () => {
  const before = stored()
  const answers = await send('documents', [
    upd,
    { ...upd, id: 'd-2', contract: 'nobody' },
    { ...upd, id: 'd-3', pdf: Buffer.from('<html>').toString('base64') },
    { ...upd, id: 'd-4', pdf: undefined },
    { ...upd, id: 'd-5', kind: 'gift' },
    { ...upd, id: 'd-6', edo: 'lost' },
    { ...upd, id: 'd-7', pdf: 7 },
    'no json',
  ])
  expect(answers).toEqual([
    { line: 1, id: 'd-1', status: 'accepted' },
    { line: 2, id: 'd-2', status: 'rejected', reason: 'Договор не найден: nobody' },
    { line: 3, id: 'd-3', status: 'rejected', reason: 'pdf: Содержимое не PDF в base64' },
    { line: 4, id: 'd-4', status: 'rejected', reason: 'pdf: Нет файла, и раньше он не приходил' },
    { line: 5, id: 'd-5', status: 'rejected', reason: 'kind: Вид документа не из списка' },
    { line: 6, id: 'd-6', status: 'rejected', reason: 'edo: Состояние ЭДО не из списка' },
    { line: 7, id: 'd-7', status: 'rejected', reason: 'pdf: PDF не текст base64' },
    { line: 8, id: null, status: 'rejected', reason: 'Строка не объект JSON' },
  ])
  expect(stored() - before).toBe(1)
})

test('a repeated document changes nothing; a new state keeps the PDF, a new PDF replaces it', async () => {
  await send('documents', [upd])
  const before = stored()
  const counts = async () => (await rows('select counts from exchange_runs order by id desc limit 1'))[0]
  await send('documents', [upd])
  expect(await counts()).toEqual([{ documents: { seen: 1, unchanged: 1 } }])
  await send('documents', [{ ...upd, pdf: undefined, edo: 'signed', edoDate: ago(1), edoBy: 'Елена Маркова' }])
  expect(await counts()).toEqual([{ documents: { seen: 1, changed: 1 } }])
  const [item] = (await read()).items
  expect(item?.edo).toEqual({ state: 'signed', date: formatDay(ago(1)), days: 1, by: 'Елена Маркова' })
  expect(await (await get(`/api/documents/${item?.id}/document.pdf`)).text()).toBe(pdfOf('one'))
  await send('documents', [{ ...upd, pdf: base64('two') }])
  expect(await (await get(`/api/documents/${item?.id}/document.pdf`)).text()).toBe(pdfOf('two'))
  expect(stored()).toBe(before)
  expect(await send('documents', [{ id: 'd-1', deleted: true }])).toEqual([{ line: 1, id: 'd-1', status: 'accepted' }])
  expect((await get(`/api/documents/${item?.id}/document.pdf`)).status).toBe(404)
  expect((await read()).items).toEqual([])
})

test('a full feed deactivates omitted documents, unless they are a large part', async () => {
  await send('documents', [upd, { ...upd, id: 'd-2' }, { ...upd, id: 'd-3' }])
  await send(
    'documents',
    [
      { ...upd, id: 'd-2' },
      { ...upd, id: 'd-3', kind: 'gift' },
    ],
    'mode=full',
  )
  const active = 'select code1c from shipping_documents where active order by 1'
  await send('documents', [], 'mode=full')
  expect(await rows(active)).toEqual([['d-2'], ['d-3']])
  await send(
    'documents',
    Array.from({ length: 52 }, (_, n) => ({ ...upd, id: `d-${n}` })),
  )
  const before = stored()
  expect((await send.raw('documents', [{ ...upd, id: 'd-70' }], 'mode=full')).status).toBe(422)
  expect([(await rows(active)).length, stored()]).toEqual([52, before])
})

test('a line with a PDF may be larger than lines of other feeds', async () => {
  const large = base64('x'.repeat(3 * 1024 * 1024))
  const tooLarge = Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(10.1 * 1024 * 1024)]).toString('base64')
  expect(
    await send('documents', [
      { ...upd, pdf: large },
      { ...upd, id: 'd-2', pdf: tooLarge },
      { ...upd, id: 'd-3' },
    ]),
  ).toMatchObject([{ status: 'accepted' }, { status: 'rejected' }, { status: 'accepted' }])
  expect(
    (await read()).items
      .map(({ size }) => size)
      .toSorted((a, b) => a - b)
      .at(-1),
  ).toBeGreaterThan(3_000_000)
})

test('documents are filtered by contract, period, group, words and signature, newest first', async () => {
  const order = await addOrder(app.db, world, { lines: [], number: '0000-55%_1' })
  await send('documents', [
    { ...upd, order: '0000-55%_1', edo: 'sent', edoDate: ago(4) },
    { ...upd, id: 'd-2', kind: 'invoice', number: '12846', date: ago(7), basis: 'Заказ по телефону' },
    {
      ...upd,
      id: 'd-3',
      kind: 'certificate',
      document: 'Декларация',
      number: 'RU Д-RU.РА01',
      date: ago(40),
      sum: null,
      vat: null,
      validTo: addDays(today, 8),
    },
    { ...upd, id: 'd-4', number: '4262', date: ago(200), edo: 'delivered', edoDate: ago(199), sum: 14_870 },
  ])
  const { items, count, counts, unsigned, startDate, any } = await read()
  expect(items.map(({ title }) => title)).toEqual(['УПД 4471', 'Счёт 12846', 'Декларация RU Д-RU.РА01'])
  expect(items[0]).toMatchObject({
    date: formatDay(ago(5)),
    order: { id: order.id, number: '0000-55%_1' },
    sum: 143_285,
    vat: 25_838.28,
    edo: { state: 'sent', days: 4 },
    size: pdfOf('one').length,
  })
  expect(items[2]).toMatchObject({ sum: null, valid: { date: formatDay(addDays(today, 8)), state: 'ending' } })
  expect([count, any, counts]).toEqual([
    3,
    true,
    { all: 3, groups: { shipping: 1, invoices: 1, acts: 0, certificates: 1 } },
  ])
  expect(unsigned).toMatchObject({
    count: 2,
    items: [{ title: 'УПД 4262', days: 199, sum: 14_870 }, { title: 'УПД 4471' }],
  })
  expect(startDate < formatDay(today) || startDate.length === 10).toBe(true)
  const titles = async (input: Parameters<typeof read>[0]) => (await read(input)).items.map(({ title }) => title)
  expect(await titles({ group: 'invoices' })).toEqual(['Счёт 12846'])
  expect(await titles({ unsigned: 1 })).toEqual(['УПД 4471', 'УПД 4262'])
  expect(await titles({ query: 'ТЕЛЕФОН' })).toEqual(['Счёт 12846'])
  expect(await titles({ query: '55%_1' })).toEqual(['УПД 4471'])
  expect(await titles({ startdate: formatDay(ago(50)), enddate: formatDay(ago(7)) })).toHaveLength(2)
  expect(await titles({ perpage: 2, page: 2 })).toEqual(['Декларация RU Д-RU.РА01'])
  await expect(read({ startdate: formatDay(today), enddate: formatDay(ago(1)) })).rejects.toMatchObject({
    code: 'datePeriod',
  })
})

test('selected documents are downloaded as one ZIP with unique names, a single one as PDF', async () => {
  await send('documents', [
    upd,
    { ...upd, id: 'd-2', pdf: base64('two') },
    { ...upd, id: 'd-3', kind: 'certificate', document: 'Сертификат ../<x>', number: 'RU/1', pdf: base64('three') },
  ])
  const ids = (await read()).items.map(({ id }) => id)
  const response = await get(`/api/documents/archive.zip?ids=${ids.join()}`)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/zip'])
  const files = await unzipped(Buffer.from(await response.arrayBuffer()))
  expect(Object.keys(files).toSorted()).toEqual([
    `Сертификат ..--x- RU-1 от ${ago(5)}.pdf`,
    `УПД 4471 от ${ago(5)} (2).pdf`,
    `УПД 4471 от ${ago(5)}.pdf`,
  ])
  expect(Object.values(files).toSorted()).toEqual(['one', 'three', 'two'].map(pdfOf))
  const view = await get(`/api/documents/${ids[0]}/document.pdf?view=1`)
  expect(view.headers.get('content-disposition')).toMatch(/^inline;/)
  const pdf = await get(`/api/documents/${ids[0]}/document.pdf`)
  expect(pdf.headers.get('content-disposition')).toContain(encodeURIComponent(`от ${ago(5)}.pdf`))
  for (const wrong of [
    '',
    'ids=',
    'ids=x',
    `ids=${ids[0]},`,
    `ids=${Array.from({ length: 501 }, (_, n) => n + 1).join()}`,
  ])
    expect((await get(`/api/documents/archive.zip?${wrong}`)).status, wrong.slice(0, 20)).toBe(400)
  expect((await get(`/api/documents/archive.zip?ids=${ids[0]},999999`)).status).toBe(404)
})

test('months of a page have totals of the whole month: number of documents, and shipped minus returned', async () => {
  await send('documents', [
    { ...upd, date: '2026-10-05' },
    { ...upd, id: 'd-2', kind: 'correction', number: '57', date: '2026-10-12', sum: -6_190, vat: null },
    { ...upd, id: 'd-3', kind: 'invoice', date: '2026-10-01', sum: 500 },
    { ...upd, id: 'd-4', date: '2026-09-30', sum: 100, edo: 'cancelled', edoDate: '2026-10-01' },
  ])
  const period = { startdate: '01.09.2026', enddate: '31.10.2026' }
  const october = { month: '2026-10', count: 3, shipped: 137_095 }
  expect((await read({ ...period, perpage: 1 })).months).toEqual([october])
  expect((await read(period)).months).toContainEqual({ month: '2026-09', count: 1, shipped: null })
  expect((await read({ ...period, group: 'invoices' })).months).toEqual([{ ...october, count: 1, shipped: null }])
})

test('an invoice shows whether it is paid: by its order, and by the ledger once everything is shipped', async () => {
  const billed = async (number: string, paidKopecks: number, state = 6) => {
    const order = await addOrder(app.db, world, { lines: [], number })
    await app.db.execute(sql`
      update orders set sum_kopecks = 100000, paid_kopecks = ${paidKopecks}, state = ${state}, pay_until = ${ago(3)}
      where id = ${order.id}`)
    return order.id
  }
  await billed('0000-000001', 100_000)
  await billed('0000-000002', 30_000)
  const shipped = await billed('0000-000003', 0)
  await billed('0000-000004', 0, 4)
  await send(
    'documents',
    [1, 2, 3, 4].map((n) => ({
      ...upd,
      id: `d-${n}`,
      kind: 'invoice',
      number: `0000-00000${n}`,
      order: `0000-00000${n}`,
      sum: 1000,
    })),
  )
  const payments = async () =>
    Object.fromEntries((await read({ group: 'invoices' })).items.map(({ number, payment }) => [number, payment]))
  const due = formatDay(ago(3))
  const unshipped = { state: 'overdue', date: due, days: 3, left: 1000 }
  const others = {
    '0000-000001': { state: 'paid', date: due, days: 0, left: 0 },
    '0000-000002': { state: 'overdue', date: due, days: 3, left: 700 },
    '0000-000004': null,
  }
  expect(await payments()).toEqual({ ...others, '0000-000003': unshipped })
  await addLedger(app.db, world.contractId, [
    { orderId: shipped, day: ago(1), debit: 100_000, due: addDays(today, 9) },
    { day: ago(1), credit: 40_000 },
  ])
  expect(await payments()).toEqual({
    ...others,
    '0000-000003': { state: 'partial', date: formatDay(addDays(today, 9)), days: 0, left: 600 },
  })
})

test('a ledger entry links to its PDF: by 1C’s id, or by kind, number and day', async () => {
  await addLedger(app.db, world.contractId, [
    { id: 'd-1', number: '1', day: ago(5), debit: 100, due: today },
    { number: '4471', day: ago(6), debit: 100, due: today },
    { number: '4471', day: ago(4), debit: 100, due: today },
    { number: '4471', day: ago(6), credit: 100 },
  ])
  await send('documents', [
    upd,
    { ...upd, id: 'd-2', date: ago(6) },
    { ...upd, id: 'd-3', kind: 'invoice', date: ago(4) },
  ])
  const { items } = await call(finances, { startdate: formatDay(ago(6)) }, owner)
  const byTitle = new Map((await read()).items.map(({ id, title, date }) => [id, `${title} ${date}`]))
  const led = items.map(({ title, document }) => [title, document === null ? null : byTitle.get(document)])
  expect(led).toEqual(
    expect.arrayContaining([
      ['УПД 1', `УПД 4471 ${formatDay(ago(5))}`],
      ['УПД 4471', `УПД 4471 ${formatDay(ago(6))}`],
      ['УПД 4471', null],
      ['Платёж 4471', null],
    ]),
  )
  await app.db.execute(sql`truncate ledger_entries cascade`)
})

test('documents are e-mailed to an address with their PDF: once, within limits, and audited', async () => {
  await send('documents', [upd, { ...upd, id: 'd-2', pdf: base64('two') }])
  // The news of the feed.
  await app.db.execute(sql`truncate mails`)
  const ids = (await read()).items.map(({ id }) => id)
  const letter = (n: number, email = 'buh@vector.example') => ({ ids, email, key: n.toString(16).padStart(32, '0') })
  await call(mailDocuments, letter(1), owner)
  await call(mailDocuments, letter(1), owner)
  const written = `select recipient, subject, jsonb_path_query_array(attachments, '$[*].name') from mails`
  expect(await rows(written)).toEqual([
    [
      'buh@vector.example',
      'Документы: УПД 4471, УПД 4471',
      [`УПД 4471 от ${ago(5)}.pdf`, `УПД 4471 от ${ago(5)} (2).pdf`],
    ],
  ])
  const audited = `select l.action, v.value from audit_log l join audit_values v on v.subject_id = l.object_id
    where action = 'documents.mailed'`
  expect(await rows(audited)).toEqual([['documents.mailed', 'buh@vector.example']])

  const smtp = await startSmtp()
  const delivered = await sendMails(postOf(smtp.url))
  const data = smtp.received[0]?.data.replace(/\s/g, '')
  await smtp.close()
  expect(delivered).toMatchObject({ sent: 1, failed: 0 })
  for (const text of ['one', 'two']) expect(data).toContain(Buffer.from(pdfOf(text)).toString('base64'))
  expect(await rows('select attachments from mails')).toEqual([[[]]])

  await expect(call(mailDocuments, letter(2, 'buh@'), owner)).rejects.toMatchObject({ code: 'invalid' })
  await expect(call(mailDocuments, { ...letter(2), ids: [...ids, 999_999] }, owner)).rejects.toMatchObject({
    code: 'notFound',
  })
  await app.db.execute(sql`update shipping_documents set file_bytes = 16000000`)
  await expect(call(mailDocuments, letter(2), owner)).rejects.toMatchObject({ code: 'mailTooLarge' })
  await app.db.execute(sql`update shipping_documents set file_bytes = 10`)
  for (let n = 2; n <= 10; n += 1) await call(mailDocuments, letter(n), owner)
  await expect(call(mailDocuments, letter(11), owner)).rejects.toMatchObject({ code: 'tooManyRequests' })
  expect(await rows('select count(*)::int from mails')).toEqual([[10]])
})

test('everybody who may see new documents of a feed gets one notification, by rights and settings', async () => {
  await app.db.execute(sql`truncate notifications, notification_settings, mails`)
  const second = await world.addContract({ code1c: 'c-news', number: '77-Н' })
  const granted = await addAccount(app.db, {
    role: 'manager',
    organisationId: world.organisationId,
    contractIds: [world.contractId],
  })
  await app.db.execute(sql`update accounts set grants = '{finances}' where id = ${granted}`)
  await app.db.execute(sql`insert into notification_settings (account_id, kind, channel, enabled)
    values (${granted}, 'document', 'mail', false)`)
  const papers = Array.from({ length: 8 }, (_, n) => ({ ...upd, id: `n-${n}`, number: `${900 + n}`, date: ago(n) }))
  const feed = [
    ...papers,
    { ...upd, id: 'n-other', contract: 'c-news', kind: 'invoice', number: '55', date: ago(1) },
    { ...upd, id: 'n-old', number: '1', date: ago(40) },
  ]
  await send('documents', feed)
  await send('documents', [...feed, { ...papers[0], edo: 'sent', edoDate: ago(0) }])
  const notices = await rows(
    'select account_id, title, text, link from notifications where kind = $$document$$ order by account_id',
  )
  const listed = 'УПД 900, Счёт 55, УПД 901, УПД 902, УПД 903 и ещё 4'
  const byAccount = new Map(notices.map((row) => [(row as unknown[])[0], (row as unknown[]).slice(1)]))
  const contract = (await rows(`select number from contracts where id = ${world.contractId}`)) as [[string]]
  expect(byAccount.get(world.ownerId)).toEqual([
    'Новых документов: 9',
    `Договоры № ${contract[0][0]}, № 77-Н: ${listed}.`,
    '/documents',
  ])
  expect(byAccount.get(granted)).toEqual([
    'Новых документов: 8',
    expect.stringMatching(/УПД 904 и ещё 3\.$/),
    `/documents?contract=${world.contractId}`,
  ])
  expect([...byAccount.keys()]).not.toContain(world.managerId)
  expect([...byAccount.keys()]).not.toContain(world.receiverId)
  expect(new Set(byAccount.keys()).size).toBe(notices.length)
  const mailed = (await rows('select account_id, gather_until is not null from mails')) as unknown[][]
  expect(mailed).toContainEqual([world.ownerId, true])
  expect(mailed.map(([account]) => account)).not.toContain(granted)

  await send('documents', [{ ...upd, id: 'n-one', contract: 'c-news', number: '78' }])
  expect(
    await rows(
      `select title, text, link from notifications where account_id = ${world.ownerId} order by id desc limit 1`,
    ),
  ).toEqual([['Новый документ: УПД 78', 'Договор № 77-Н.', `/documents?contract=${second}`]])
})

test('several documents are printed as one PDF, in list order; the error names an unreadable one', async () => {
  const sheetOf = async (text: string) => {
    const pdf = await PDFDocument.create()
    pdf.addPage([300, 200]).drawText(text)
    return Buffer.from(await pdf.save()).toString('base64')
  }
  await send('documents', [
    { ...upd, pdf: await sheetOf('ELDER') },
    { ...upd, id: 'd-2', date: ago(2), pdf: await sheetOf('NEWER') },
    { ...upd, id: 'd-3', number: '4472', pdf: base64('no pages') },
  ])
  const { items } = await read()
  const idsOf = (number: string) => items.filter((item) => item.number === number).map(({ id }) => id)
  const print = (ids: readonly number[], visitor = owner) => get(`/api/documents/print.pdf?ids=${ids.join()}`, visitor)
  const printed = await print(idsOf('4471'))
  expect([printed.status, printed.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  expect(printed.headers.get('content-disposition')).toMatch(/^inline;/)
  expect(await textOf(new Uint8Array(await printed.arrayBuffer()))).toMatch(/NEWER.*ELDER/)
  const refused = await print(items.map(({ id }) => id))
  expect([refused.status, await refused.json()]).toMatchObject([
    422,
    { message: 'УПД 4472: файл защищён, напечатайте его отдельно' },
  ])
  expect((await print([...idsOf('4471'), 999_999])).status).toBe(404)
  await app.db.execute(sql`update shipping_documents set file_bytes = 16000000`)
  expect(await (await print(idsOf('4471'))).json()).toMatchObject({ code: 'printTooLarge' })
  expect((await print(idsOf('4471'), await signedIn(app, world.receiverId))).status).toBe(403)
})

test('an e-mail whose document is replaced before sending contains the newer PDF', async () => {
  await app.db.execute(sql`truncate mails, attempts`)
  await send('documents', [upd, { ...upd, id: 'd-2', pdf: base64('two') }])
  const ids = (await read()).items.map(({ id }) => id)
  await call(mailDocuments, { ids, email: 'buh@vector.example', key: 'f'.repeat(32) }, owner)
  await send('documents', [{ ...upd, pdf: base64('newer') }])
  const smtp = await startSmtp()
  const delivered = await sendMails(postOf(smtp.url))
  const data = smtp.received[0]?.data.replace(/\s/g, '')
  await smtp.close()
  expect(delivered).toMatchObject({ sent: 1, failed: 0 })
  for (const text of ['newer', 'two']) expect(data).toContain(Buffer.from(pdfOf(text)).toString('base64'))
  expect(data).not.toContain(base64('one'))
})

test('[R.4] [R.6] foreign documents are missing; receivers, and managers without the grant, are refused', async () => {
  const other = await addOrganisation(app.db, 'ООО «Чужие»')
  const place = { priceTypeId: world.priceTypeIds[0] ?? 0, warehouseIds: world.warehouseIds }
  const foreign = await addContract(app.db, { ...other, ...place, code1c: 'c-2' })
  const second = await world.addContract({ code1c: 'c-3' })
  await send('documents', [upd, { ...upd, id: 'd-2', contract: 'c-2' }, { ...upd, id: 'd-3', contract: 'c-3' }])
  const idOf = async (code: string) =>
    (await app.db.execute<{ id: number }>(sql`select id from shipping_documents where code1c = ${code}`)).rows[0]?.id
  const [mine, theirs, unallotted] = [await idOf('d-1'), await idOf('d-2'), await idOf('d-3')]
  const granted = await addAccount(app.db, {
    role: 'manager',
    organisationId: world.organisationId,
    contractIds: [world.contractId],
  })
  await app.db.execute(sql`update accounts set grants = '{finances}' where id = ${granted}`)
  const manager = await signedIn(app, granted)
  await expect(read({ contract: foreign })).rejects.toMatchObject({ code: 'notFound' })
  await expect(read({ contract: second }, manager)).rejects.toMatchObject({ code: 'notFound' })
  expect((await read({}, manager)).items).toHaveLength(1)
  const statusOf = async (path: string, visitor: Visitor) => (await get(path, visitor)).status
  expect(await statusOf(`/api/documents/${mine}/document.pdf`, manager)).toBe(200)
  for (const [id, visitor] of [
    [theirs, owner],
    [theirs, manager],
    [unallotted, manager],
  ] as const) {
    expect(await statusOf(`/api/documents/${id}/document.pdf`, visitor)).toBe(404)
    expect(await statusOf(`/api/documents/archive.zip?ids=${mine},${id}`, visitor)).toBe(404)
  }
  for (const account of [world.managerId, world.receiverId]) {
    const refused = await signedIn(app, account)
    await expect(read({}, refused)).rejects.toMatchObject({ status: 403 })
    expect(await statusOf(`/api/documents/${mine}/document.pdf`, refused)).toBe(403)
    expect(await statusOf(`/api/documents/archive.zip?ids=${mine}`, refused)).toBe(403)
  }
})
