import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { notifications } from '#shared/api/notifications.ts'
import { exchangeLog } from '#shared/api/staff/exchange-log.ts'
import { saveStaffExchange, staffExchange } from '#shared/api/staff/exchange.ts'
import { writeSetting } from '#server/platform/settings.ts'
import type { TestApp, Visitor } from '#tests/support/app.ts'
import type { Client1c } from '#tests/support/client-1c.ts'
import { exchangeEnded, goodsNamed, startExchangeWithAdmin } from '#tests/support/exchange.ts'
import {
  classifierXml,
  importXml,
  offersXml,
  offerXml,
  pricesXml,
  propertyXml,
  stocksXml,
  valuesXml,
} from '#tests/support/export-1c.ts'
import { addAccount, signedIn } from '#tests/support/fixtures.ts'
import { call } from '#web/api/client.ts'

let app: TestApp
let client: Client1c
let admin: Visitor

beforeAll(async () => {
  ;({ app, client, admin } = await startExchangeWithAdmin())
})
afterAll(() => app.close())
afterEach(async () => {
  await writeSetting(app.db, 'exchange.offers.makeGoods', false)
  await app.pool.query('truncate exchange_pending')
})

async function exchange(files: Record<string, string>): Promise<void> {
  await client.exchange(files)
  await exchangeEnded(app.pool)
}

const lastNotes = async () =>
  (
    await app.pool.query(
      `select reason from exchange_rejects
        where kind = 'waiting' and run_id = (select max(id) from exchange_runs where type = 'import')`,
    )
  ).rows.map(({ reason }: { reason: string }) => reason)
const readNotices = async () =>
  (await call(notifications, {}, admin)).items.filter(({ link }) => link === '/admin/exchange')
const one = async (statement: string, ...values: unknown[]) =>
  (await app.pool.query(statement, values)).rows[0] as Record<string, unknown> | undefined

describe('offers without goods', () => {
  test('are logged and reported to administrators once, with their number and what to do', async () => {
    const offers = offersXml([
      offerXml('wait-1', pricesXml({ t: '5' }), 'Болт'),
      offerXml('wait-2#a', pricesXml({ t: '6' }), 'Гайка (M5)'),
      offerXml('wait-2#b', stocksXml({ w: 1 }), 'Гайка (M6)'),
    ])
    await exchange({ 'offers0_1.xml': offers })
    const expectedText =
      'Предложений без товара: 3 (разных товаров: 2), они ждут. Выгрузите из 1С сами товары либо включите в ' +
      'настройках портала «Создавать товары из предложений»: они появятся через несколько минут'
    expect(await lastNotes()).toEqual([`Ни у одного предложения файла нет товара на портале. ${expectedText}`])
    expect(await readNotices()).toMatchObject([
      { title: 'Предложения из 1С ждут своих товаров', text: `${expectedText}.` },
    ])
    expect((await call(staffExchange, {}, admin)).exchange).toMatchObject({
      waiting: { offers: 3, goods: 2, days: 30 },
      make_goods: false,
    })
    await exchange({ 'offers0_1.xml': offers })
    expect([(await lastNotes()).length, (await readNotices()).length]).toEqual([1, 1])
    await exchange({ 'import0_1.xml': importXml([{ id: 'wait-1' }, { id: 'wait-2' }]) })
    expect((await call(staffExchange, {}, admin)).exchange.waiting).toEqual({
      offers: 0,
      goods: 0,
      since: null,
      days: 30,
    })
  })

  test('are reported again when they wait for other goods', async () => {
    const before = (await readNotices()).length
    const orphans = (...ids: string[]) => offersXml(ids.map((id) => offerXml(id, pricesXml({ t: '5' }), id)))
    await exchange({ 'offers0_1.xml': orphans('old-1') })
    await app.pool.query("update exchange_pending set received_at = now() - interval '20 days'")
    const many = Array.from({ length: 301 }, (_, n) => `new-${n}`)
    await exchange({ 'offers0_1.xml': orphans('old-1', 'old-1#a', 'new-0#a', ...many) })
    expect((await readNotices()).length).toBe(before + 2)
    expect((await readNotices())[0]?.text).toMatch(/^Предложений без товара: 302 \(разных товаров: 301\), они ждут/)
    // Another price or variant of the same goods is not reported again.
    await exchange({
      'offers0_1.xml': orphans('old-1', 'new-7', 'new-7#b').replaceAll('<ЦенаЗаЕдиницу>5<', '<ЦенаЗаЕдиницу>6<'),
    })
    expect((await readNotices()).length).toBe(before + 2)
    expect((await call(staffExchange, {}, admin)).exchange.waiting).toMatchObject({ offers: 305, goods: 302 })
  })

  test('whose goods come later in the same session are not reported', async () => {
    const before = (await readNotices()).length
    await exchange({
      'offers0_1.xml': offersXml([offerXml('wait-3', pricesXml({ t: '5' }), 'Болт')]),
      'import0_1.xml': importXml([{ id: 'wait-3' }]),
    })
    expect(await readNotices()).toHaveLength(before)
    expect(await lastNotes()).toEqual([])
  })

  test('can be decided on by administrators only', async () => {
    const content = await signedIn(app, await addAccount(app.db, { role: 'content' }))
    await expect(call(staffExchange, {}, content)).rejects.toMatchObject({ status: 403 })
    await expect(call(saveStaffExchange, { make_goods: true }, content)).rejects.toMatchObject({ status: 403 })
    expect((await call(saveStaffExchange, { make_goods: true }, admin)).exchange.make_goods).toBe(true)
  })

  test('of a full package do not deactivate variants when a later session brings their good', async () => {
    const variants = (...names: string[]) =>
      names.map((each) => offerXml(`late-1#${each}`, pricesXml({ t: '1' }), `Куртка (${each})`))
    await exchange({
      'import0_1.xml': importXml([{ id: 'late-1' }], { catalogue: 'late' }),
      'offers0_1.xml': offersXml([...variants('M', 'L'), offerXml('late-2#X', '', 'Шапка (X)')], {
        catalogue: 'late',
        full: true,
      }),
    })
    await exchange({ 'import0_1.xml': importXml([{ id: 'late-2' }], { catalogue: 'late' }) })
    expect((await goodsNamed(app.pool, 'late-1#M', 'late-1#L', 'late-2#X')).map(({ active }) => active)).toEqual([
      true,
      true,
      true,
    ])
  })
})

describe('if so configured, offers become goods', () => {
  const group = '<Группа><Ид>og</Ид><Наименование>Крепёж</Наименование></Группа>'
  const whole = `<Артикул>Б-1</Артикул><Штрихкод>4600000000017</Штрихкод><БазоваяЕдиница Код="166">кг</БазоваяЕдиница>
    <Группы><Ид>og</Ид></Группы>
    <Описание>Прочный</Описание><Изготовитель><Наименование>Рысь</Наименование></Изготовитель>
    <СтавкиНалогов><СтавкаНалога><Наименование>НДС</Наименование>
    <Ставка>10</Ставка></СтавкаНалога></СтавкиНалогов>${valuesXml({ 'o-color': 'синий' })}`
  const stateOf = (code: string) =>
    one(
      `select p.name, p.articul, p.barcodes, p.unit, p.vat, p.description, p.active, b.name as brand,
         (select max(c.name) from product_categories l join categories c on c.id = l.category_id
           where l.product_id = p.id) as category,
         (select string_agg(m.name || '=' || v.value, ', ') from product_parameters l join parameter_values v
           on v.id = l.value_id
           join parameters m on m.id = v.parameter_id where l.product_id = p.id) as "values",
         (select price_kopecks from prices where product_id = p.id) as price
       from products p left join brands b on b.id = p.brand_id where p.code1c = $1`,
      code,
    )
  const offers = (name: string, more: string[] = []) =>
    offersXml([offerXml('own-1', whole + pricesXml({ o: '12' }), name), ...more], { catalogue: 'own', full: true })

  test('with all fields of the offer, also those already waiting; repeating changes nothing', async () => {
    await exchange({
      'offers0_1.xml': offersXml([
        offerXml('own-0', pricesXml({ o: '3' }), 'Ждущий болт'),
        offerXml('own-nameless', pricesXml({ o: '3' })),
      ]),
    })
    expect(await stateOf('own-0')).toBeUndefined()
    await call(saveStaffExchange, { make_goods: true }, admin)
    await exchangeEnded(app.pool)
    expect(await stateOf('own-0')).toMatchObject({ name: 'Ждущий болт', price: 300, active: true })
    expect((await call(staffExchange, {}, admin)).exchange).toMatchObject({
      making_goods: false,
      waiting: { offers: 1, goods: 1 },
    })
    const [latest] = (await call(exchangeLog, {}, admin)).items
    expect(latest).toMatchObject({ name: 'Товары из ожидающих предложений.xml', status: 'done' })
    // The waiting offer cannot become a good, so nothing is queued.
    expect((await call(saveStaffExchange, { make_goods: true }, admin)).exchange.making_goods).toBe(false)
    await exchange({ 'offers0_1.xml': offers('Болт') })
    expect(await stateOf('own-1')).toMatchObject({
      name: 'Болт',
      articul: 'Б-1',
      barcodes: ['4600000000017'],
      unit: 'кг',
      vat: '10',
      description: 'Прочный',
      brand: 'Рысь',
      values: null,
      price: 1200,
    })
    expect((await call(staffExchange, {}, admin)).exchange.waiting).toMatchObject({ offers: 1, goods: 1 })
    // Properties and groups arrive late here, too.
    await exchange({
      'import0_1.xml': importXml([], {
        classifier: classifierXml({ groups: group, properties: propertyXml('o-color', 'Цвет') }),
      }),
    })
    expect(await stateOf('own-1')).toMatchObject({ category: 'Крепёж', values: 'Цвет=синий' })
    const before = await stateOf('own-1')
    await exchange({ 'offers0_1.xml': offers('Болт') })
    expect(await stateOf('own-1')).toEqual(before)
    expect(
      await one("select counts->'goods' as goods from exchange_runs where type = 'import' order by id desc limit 1"),
    ).toEqual({ goods: { unchanged: 1 } })
  })

  test('that follow later offers, are deactivated by a full package without them, and return', async () => {
    await call(saveStaffExchange, { make_goods: true }, admin)
    const other = offerXml('own-2', pricesXml({ o: '1' }), 'Гайка')
    await exchange({ 'offers0_1.xml': offers('Болт оцинкованный', [other]) })
    expect([await stateOf('own-1'), await stateOf('own-2')]).toMatchObject([
      { name: 'Болт оцинкованный' },
      { name: 'Гайка', active: true },
    ])
    await exchange({ 'offers0_1.xml': offers('Болт оцинкованный') })
    expect([await stateOf('own-1'), await stateOf('own-2')]).toMatchObject([{ active: true }, { active: false }])
    await exchange({ 'offers0_1.xml': offers('Болт оцинкованный', [other]) })
    expect(await stateOf('own-2')).toMatchObject({ active: true, price: 100 })
    await exchange({
      'offers0_1.xml': offers('Болт', [other.replace('<Предложение>', '<Предложение Статус="Удален">')]),
    })
    expect(await stateOf('own-2')).toMatchObject({ active: false })
  })

  test('that are replaced by the Товар when it arrives', async () => {
    await call(saveStaffExchange, { make_goods: true }, admin)
    await exchange({
      'offers0_1.xml': offersXml([offerXml('own-3', pricesXml({ o: '1' }), 'Из предложения')], {
        catalogue: 'own-3',
        full: true,
      }),
    })
    await exchange({
      'import0_1.xml': importXml([{ id: 'own-3', name: 'Из каталога' }], { catalogue: 'own-3', full: true }),
      'offers0_1.xml': offersXml([offerXml('own-3', pricesXml({ o: '2' }), 'Из предложения')], {
        catalogue: 'own-3',
        full: true,
      }),
    })
    expect(await stateOf('own-3')).toMatchObject({ name: 'Из каталога', price: 200, active: true })
  })

  test('with one good for all variants', async () => {
    await call(saveStaffExchange, { make_goods: true }, admin)
    const variants = offersXml(
      ['M', 'L'].map((size) =>
        offerXml(`own-4#${size}`, valuesXml({ 'o-color': 'синий' }) + pricesXml({ o: '9' }), `Куртка (${size})`),
      ),
      { catalogue: 'own-4', full: true },
    )
    await exchange({ 'offers0_1.xml': variants })
    expect(await goodsNamed(app.pool, 'own-4', 'own-4#M', 'own-4#L')).toEqual([
      { code1c: 'own-4', name: 'Куртка', active: true },
      { code1c: 'own-4#L', name: 'Куртка (L)', active: true },
      { code1c: 'own-4#M', name: 'Куртка (M)', active: true },
    ])
    expect([await stateOf('own-4'), await stateOf('own-4#M')]).toMatchObject([
      { values: null },
      { values: 'Цвет=синий' },
    ])
    await exchange({ 'offers0_1.xml': variants })
    expect((await goodsNamed(app.pool, 'own-4')).map(({ active }) => active)).toEqual([true])
  })
})
