import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditLog } from '#server/platform/db/schema/audit.ts'
import { contragents } from '#server/platform/db/schema/organisations.ts'
import type { TestApp } from '#tests/support/app.ts'
import { client1c, expectOk, type Client1c } from '#tests/support/client-1c.ts'
import { account, startExchangeApp } from '#tests/support/exchange.ts'
import { document } from '#tests/support/export-1c.ts'
import { addOrganisation } from '#tests/support/fixtures.ts'

/** Contragents as 1C sends them; the structure is that of contragents.xml of a real 3.1 export. */

let app: TestApp
let client: Client1c

beforeAll(async () => {
  app = await startExchangeApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  client = client1c(app.origin, account)
  await app.pool.query('delete from contragents')
})

type Sent = { id: string; name?: string; inn?: string; kpp?: string; more?: string; deleted?: boolean }

function contragentXml({ id, name = 'АЛЬКОР ООО', inn = '', kpp = '', more = '', deleted = false }: Sent): string {
  return (
    `<Контрагент><Ид>${id}</Ид><НомерВерсии>AAAAAAAAAAE=</НомерВерсии><ПометкаУдаления>${deleted}</ПометкаУдаления>` +
    `<Наименование>${name}</Наименование><Роль>Покупатель</Роль><ИНН>${inn}</ИНН><КПП>${kpp}</КПП>${more}</Контрагент>`
  )
}

const listXml = (...sent: Sent[]) =>
  document(`<Контрагенты СодержитТолькоИзменения="false">${sent.map(contragentXml).join('')}</Контрагенты>`)

async function known(columns: Partial<typeof contragents.$inferInsert>): Promise<number> {
  const { contragentId } = await addOrganisation(app.db, 'ООО «Алькор»')
  await app.db
    .update(contragents)
    .set({ code1c: null, inn, kpp, ...columns })
    .where(eq(contragents.id, contragentId))
  return contragentId
}

async function look(id: number) {
  const [row] = await app.db.select().from(contragents).where(eq(contragents.id, id))
  return row
}

/** Sends a file and returns the counts and the reasons of the run. */
async function send(xml: string) {
  await client.exchange({ 'contragents_1_1.xml': xml })
  return lastRun()
}

async function lastRun() {
  const { rows } = await app.pool.query(
    `select r.counts -> 'contragents' as counts, array(select x.kind || ': ' || x.reason from exchange_rejects x
       where x.run_id = r.id order by x.id) as reasons from exchange_runs r order by r.id desc limit 1`,
  )
  return rows[0] as { counts: unknown; reasons: string[] }
}

const inn = '7708123450'
const kpp = '770801001'
const bank =
  '<РасчетныеСчета><РасчетныйСчет><НомерСчета>123</НомерСчета><Банк><БИК>044525225</БИК></Банк></РасчетныйСчет>' +
  '<РасчетныйСчет><НомерСчета>40702810938000012345</НомерСчета><Банк><БИК>044525225</БИК><Наименование>ПАО Сбербанк' +
  '</Наименование><СчетКорреспондентский>30101810400000000225</СчетКорреспондентский></Банк></РасчетныйСчет>' +
  '</РасчетныеСчета>'
const contacts =
  '<ОфициальноеНаименование>ООО "АЛЬКОР"</ОфициальноеНаименование><АдресРегистрации><Представление>355035, Ставрополь' +
  '</Представление></АдресРегистрации><Адрес><Представление>Ставрополь, склад 2</Представление></Адрес>' +
  '<Контакты><Контакт><Тип>Телефон рабочий</Тип><Значение>+78652000000</Значение></Контакт>' +
  '<Контакт><Тип>Почта</Тип><Значение>buh@alkor.example</Значение></Контакт></Контакты>'

describe('a file of contragents', () => {
  test('links a contragent by ИНН and КПП, fills in what is empty, and changes nothing when sent again', async () => {
    const id = await known({ company: 'ООО «Алькор»', phone: '+79990000000' })
    const file = listXml({ id: 'c-1', inn: ` ${inn} `, kpp: `${kpp} `, more: bank + contacts })
    expect(await send(file)).toEqual({ counts: { seen: 1, changed: 1 }, reasons: [] })
    expect(await look(id)).toMatchObject({
      code1c: 'c-1',
      company: 'ООО «Алькор»',
      fullName: 'ООО "АЛЬКОР"',
      legalAddress: '355035, Ставрополь',
      actualAddress: 'Ставрополь, склад 2',
      phone: '+79990000000',
      email: 'buh@alkor.example',
      account: '40702810938000012345',
      bank: 'ПАО Сбербанк',
    })
    const entries = await app.db.select().from(auditLog).where(eq(auditLog.action, 'contragent.changed'))
    expect(entries.at(-1)).toMatchObject({ objectId: String(id), origin: 'exchange' })
    expect(await send(file)).toEqual({ counts: { seen: 1, unchanged: 1 }, reasons: [] })
    expect(await app.db.select().from(auditLog).where(eq(auditLog.action, 'contragent.changed'))).toHaveLength(
      entries.length,
    )
  })

  test('follows a linked contragent to another КПП, but not to another ИНН or to one that somebody has', async () => {
    const id = await known({ code1c: 'c-1' })
    await known({ inn, kpp: '540101001', code1c: 'c-9' })
    expect((await send(listXml({ id: 'c-1', inn, kpp: '780101001' }))).counts).toEqual({ seen: 1, changed: 1 })
    expect(await look(id)).toMatchObject({ kpp: '780101001' })
    expect(await send(listXml({ id: 'c-1', inn: '7801122331', kpp: '780101001' }))).toEqual({
      counts: { seen: 1, rejected: 1 },
      reasons: ['contragents: У контрагента с этим Ид на портале ИНН 7708123450, в 1С – 7801122331'],
    })
    expect((await send(listXml({ id: 'c-1', inn, kpp: '540101001' }))).reasons).toEqual([
      'contragents: ИНН 7708123450, КПП 540101001: они уже у другого контрагента портала',
    ])
    expect(await look(id)).toMatchObject({ inn, kpp: '780101001' })
  })

  test('never makes a second contragent of one company: a doubled one is reported with both Ид', async () => {
    const id = await known({})
    expect(await send(listXml({ id: 'c-1', inn, kpp }, { id: 'c-2', inn, kpp }))).toEqual({
      counts: { seen: 2, changed: 1, rejected: 1 },
      reasons: ['contragents: ИНН 7708123450, КПП 770801001: на портале такой контрагент связан с другим Ид 1С, c-1'],
    })
    expect(await app.db.$count(contragents)).toBe(1)
    // 1C has deleted the first of the doubles: the other takes its place.
    expect((await send(listXml({ id: 'c-1', inn, kpp, deleted: true }, { id: 'c-2', inn, kpp }))).counts).toEqual({
      seen: 2,
      changed: 1,
      skipped: 1,
    })
    expect(await look(id)).toMatchObject({ code1c: 'c-2', status: 'active' })
  })

  test('adds a branch to its company whichever comes first; an unlinked one with another КПП is reported', async () => {
    const id = await known({})
    const branch = { id: 'c-2', name: 'АЛЬКОР Сибирь', inn, kpp: '540102001', more: contacts }
    expect(await send(listXml(branch))).toEqual({
      counts: { seen: 1, rejected: 1 },
      reasons: [
        'contragents: ИНН 7708123450, КПП 540102001: на портале у этого ИНН КПП 770801001, исправьте один из них',
      ],
    })
    expect((await send(listXml(branch, { id: 'c-1', inn, kpp }))).counts).toEqual({ seen: 2, changed: 1, created: 1 })
    const rows = await app.db.select().from(contragents).orderBy(contragents.id)
    expect(rows).toMatchObject([
      { id, code1c: 'c-1' },
      { code1c: 'c-2', company: 'АЛЬКОР Сибирь', kpp: '540102001', legalForm: 'ООО', phone: '+7 (865) 200-00-00' },
    ])
    expect(rows[1]?.organisationId).toBe(rows[0]?.organisationId)
    expect((await send(listXml(branch, { id: 'c-1', inn, kpp }))).counts).toEqual({ seen: 2, unchanged: 2 })
  })

  test('asks for the КПП where an ИНН alone names several; one without a КПП names a single one', async () => {
    const single = await known({ inn: '7801122331', kpp: '780101001' })
    await known({})
    await known({ kpp: '540102001' })
    expect(await send(listXml({ id: 'c-1', inn }, { id: 'c-2', inn: '7801122331' }))).toEqual({
      counts: { seen: 2, changed: 1, rejected: 1 },
      reasons: ['contragents: С ИНН 7708123450 несколько контрагентов: укажите КПП'],
    })
    expect(await look(single)).toMatchObject({ code1c: 'c-2', kpp: '780101001' })
  })

  test('switches off a linked contragent that 1C has deleted; a deleted one links nothing', async () => {
    const id = await known({})
    await send(listXml({ id: 'c-1', inn, kpp, deleted: true }))
    expect(await look(id)).toMatchObject({ code1c: null, status: 'active' })
    await send(listXml({ id: 'c-1', inn, kpp }))
    await send(listXml({ id: 'c-1', inn, kpp, deleted: true }))
    expect(await look(id)).toMatchObject({ code1c: 'c-1', status: 'inactive' })
  })

  test('skips unknown buyers, consumers and suppliers, and reports wrong requisites', async () => {
    const supplier = contragentXml({ id: 'c-5', inn, kpp }).replace('Покупатель', 'Поставщик')
    const sent = [
      { id: 'c-1', inn: '5401122333', kpp: '540101001' },
      { id: 'c-2', name: 'Ахмед, рынок' },
      { id: 'c-3', name: 'Неверный', inn: '5401122334', kpp },
      { id: 'c-4', name: 'Без КПП', inn: '5401122333', kpp: '54' },
      { id: 'c-6', name: 'ИП Ли', inn: '770812345620', kpp: '0' },
      { id: '', name: 'Без Ид' },
    ]
    const file = listXml(...sent).replace('</Контрагенты>', `${supplier}</Контрагенты>`)
    const { counts, reasons } = await send(file)
    expect(counts).toEqual({ seen: 3, skipped: 3, rejected: 3 })
    expect(reasons).toEqual([
      'contragents: ИНН 5401122334 неверен: проверьте цифры',
      'contragents: КПП 54 неверен',
      'contragents: У контрагента нет Ид',
    ])
    expect(await app.db.$count(contragents)).toBe(0)
  })

  test('may come in the exchange of orders', async () => {
    const id = await known({})
    const sale = client1c(app.origin, { ...account, type: 'sale' })
    expectOk(await sale.checkauth())
    await sale.init()
    expectOk(await sale.send('contragents_1_1.xml', listXml({ id: 'c-1', inn, kpp }, { id: 'c-2', inn: '1' })))
    expectOk((await sale.import('contragents_1_1.xml')).at(-1) ?? '')
    expect(await look(id)).toMatchObject({ code1c: 'c-1' })
    expect(await lastRun()).toEqual({
      counts: { changed: 1, rejected: 1 },
      reasons: ['contragent: ИНН 1 неверен: проверьте цифры'],
    })
  })
})
