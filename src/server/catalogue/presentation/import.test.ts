import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { InputOf } from '#shared/api/endpoint.ts'
import { markGoods, saveGood, staffGood, type FlagChoice, type StaffGood } from '#shared/api/staff/goods.ts'
import { saveLabel } from '#shared/api/staff/labels.ts'
import { showPictures } from '#server/catalogue/pictures/shared-queries-shown.ts'
import { storePicture } from '#server/catalogue/pictures/service.ts'
import { openLocalStore } from '#server/platform/files/store.ts'
import type { TestApp, Visitor } from '#tests/support/app.ts'
import { client1c, type Client1c } from '#tests/support/client-1c.ts'
import { account, exchangeEnded, picture, startExchangeApp } from '#tests/support/exchange.ts'
import { importXml } from '#tests/support/export-1c.ts'
import { addAccount, signedIn } from '#tests/support/fixtures.ts'
import { call } from '#web/api/client.ts'
import { storeDocument } from './documents.ts'

/** Staff's choices for goods beside what 1C keeps sending: neither overwrites the other. */
let portal: TestApp
let staff: Visitor
let client: Client1c

beforeAll(async () => {
  portal = await startExchangeApp()
  staff = await signedIn(portal, await addAccount(portal.db, { role: 'content' }))
})
afterAll(() => portal.close())
beforeEach(() => {
  client = client1c(portal.origin, account)
})

const files = () => openLocalStore(join(portal.config.dataDir, 'files'))
const send = async (named: Record<string, string | Uint8Array>) => {
  await client.exchange(named)
  await exchangeEnded(portal.pool)
}
const feed = async (line: object) => {
  const authorization = `Basic ${Buffer.from(`${account.login}:${account.password}`).toString('base64')}`
  const response = await fetch(`${portal.origin}/1c-exchange?type=feed&name=binds`, {
    method: 'POST',
    headers: { authorization },
    body: JSON.stringify(line),
  })
  expect(await response.text()).toMatch(/^success/)
}
const idOf = async (code: string) =>
  (await portal.pool.query<{ id: number }>('select id from products where code1c = $1', [code])).rows[0]?.id ?? 0
const open = async (code: string) => (await call(staffGood, { id: await idOf(code) }, staff)).good
const inputOf = ({
  id,
  version,
  tags,
  pictures,
  analogues,
  related,
  documents,
}: StaffGood): InputOf<typeof saveGood> => ({
  id,
  version,
  tags,
  flags: {},
  pictures: pictures.map((each) => ({ id: each.picture, hidden: each.hidden, source: each.source })),
  analogues: analogues.map((each) => ({ id: each.id, hidden: each.hidden, source: each.source })),
  related: related.map((each) => ({ id: each.id, hidden: each.hidden, source: each.source })),
  documents: documents.filter(({ source }) => source === 'staff').map(({ file, header }) => ({ file, header })),
})
const save = async (code: string, change: Partial<InputOf<typeof saveGood>>) =>
  (await call(saveGood, { ...inputOf(await open(code)), ...change }, staff)).good
const requisites = (each: Record<string, string>) =>
  `<ЗначенияРеквизитов>${Object.entries(each)
    .map(
      ([name, value]) =>
        `<ЗначениеРеквизита><Наименование>${name}</Наименование><Значение>${value}</Значение></ЗначениеРеквизита>`,
    )
    .join('')}</ЗначенияРеквизитов>`
let change = 0
/** A good of 1C's that has changed since it was last sent. */
const good = (id: string, inner = '') => ({
  'import0_1.xml': importXml([{ id, name: `Товар ${id} ${(change += 1)}`, inner }]),
})

test('a manual flag survives imports; resetting it to "as in 1C" restores 1C’s latest value', async () => {
  const flags = async () => {
    const { hit, novelty, sale } = (await open('f-1')).flags
    return [hit, novelty, sale].map(({ choice, exchange, shown }) => `${choice} ${exchange ? 1 : 0}${shown ? 1 : 0}`)
  }
  const mark = async (choice: FlagChoice) =>
    call(markGoods, { ids: [await idOf('f-1')], flags: { hit: choice, novelty: choice, sale: choice } }, staff)
  await send(good('f-1', requisites({ Хит: 'Да', Распродажа: 'Нет' })))
  expect(await flags()).toEqual(['exchange 11', 'exchange 00', 'exchange 00'])
  await mark('no')
  await send(good('f-1', requisites({ Хит: 'Да', Новинка: 'Да', Распродажа: 'Да' })))
  expect(await flags()).toEqual(['no 10', 'no 10', 'no 10'])
  await mark('yes')
  await send(good('f-1', requisites({ Хит: 'Нет', Новинка: 'Нет', Распродажа: 'Нет' })))
  expect(await flags()).toEqual(['yes 01', 'yes 01', 'yes 01'])
  // An export without the requisite keeps its last value.
  await send(good('f-1'))
  await mark('exchange')
  expect(await flags()).toEqual(['exchange 00', 'exchange 00', 'exchange 00'])
  await send(good('f-1', requisites({ Новинка: 'Да' })))
  expect(await flags()).toEqual(['exchange 00', 'exchange 11', 'exchange 00'])
})

test('[E.3] staff’s pictures keep their positions while 1C adds and removes its own pictures', async () => {
  const draw = async (colour: string) =>
    storePicture(
      { db: portal.db, files: files() },
      await sharp({ create: { width: 30, height: 20, channels: 3, background: colour } })
        .png()
        .toBuffer(),
    )
  const [front, back] = [await draw('#101010'), await draw('#202020')]
  const named = (...names: string[]) => names.map((name) => `<Картинка>import_files/p/${name}.jpg</Картинка>`).join('')
  const sources = async () =>
    (await open('p-1')).pictures.map(({ picture: id, source, hidden }) =>
      id === front ? 'front' : id === back ? 'back' : `${hidden ? 'hidden ' : ''}${source}`,
    )
  const shown = async () =>
    (
      await portal.pool.query<{ source: string }>(
        `select coalesce(nullif(source, ''), picture_id::text) as source from product_pictures where product_id = $1
          order by position`,
        [await idOf('p-1')],
      )
    ).rows.map(({ source }) =>
      source === String(front) ? 'front' : source === String(back) ? 'back' : source.replace(/.*\/|\.jpg/g, ''),
    )

  await send({
    'import_files/p/a.jpg': await picture('red'),
    'import_files/p/b.jpg': await picture('blue'),
    ...good('p-1', named('a', 'b')),
  })
  const [a, b] = (await open('p-1')).pictures.map((each) => each.picture)
  await save('p-1', { pictures: [front, a ?? 0, b ?? 0, back].map((id) => ({ id })) })
  expect(await shown()).toEqual(['front', 'a', 'b', 'back'])
  await send({ 'import_files/p/c.jpg': await picture('green'), ...good('p-1', named('a', 'b', 'c')) })
  expect(await shown()).toEqual(['front', 'a', 'b', 'c', 'back'])
  await send(good('p-1', named('c')))
  expect(await shown()).toEqual(['front', 'c', 'back'])
  // 1C omits pictures that did not change, and sends an empty element when all are removed.
  await send(good('p-1'))
  expect(await shown()).toEqual(['front', 'c', 'back'])
  await send(good('p-1', '<Картинка/>'))
  expect([await shown(), await sources()]).toEqual([
    ['front', 'back'],
    ['front', 'back'],
  ])

  // Hiding or moving 1C's pictures also survives the next import, and a new picture comes last.
  await send(good('p-1', named('a', 'b')))
  await save('p-1', { pictures: [{ id: b ?? 0 }, { id: front }, { id: a ?? 0, hidden: true }] })
  expect([await shown(), await sources()]).toEqual([
    ['b', 'front'],
    ['exchange', 'front', 'hidden exchange'],
  ])
  await save('p-1', { pictures: [{ id: b ?? 0 }, { id: front }, { id: a ?? 0 }] })
  await send(good('p-1', named('a', 'b', 'c')))
  expect(await shown()).toEqual(['b', 'front', 'a', 'c'])
})

test('pictures imported while staff reorder them end in one consistent order', async () => {
  const own = await storePicture(
    { db: portal.db, files: files() },
    await sharp({ create: { width: 30, height: 20, channels: 3, background: '#313131' } })
      .png()
      .toBuffer(),
  )
  const named = ['a', 'b', 'c'].map((name) => `<Картинка>import_files/r/${name}.jpg</Картинка>`).join('')
  await send(good('p-2', named))
  const id = await idOf('p-2')
  const shown = async () =>
    (
      await portal.pool.query(
        'select picture_id, position, source from product_pictures where product_id = $1 order by position',
        [id],
      )
    ).rows
  for (let round = 0; round < 4; round += 1) {
    const shownPictures = (await open('p-2')).pictures
      .filter(({ picture: each }) => each !== own)
      .map((each) => ({ id: each.picture, source: each.source }))
    const pictures = Object.fromEntries(
      await Promise.all(
        ['a', 'b', 'c'].map(
          async (name) => [`import_files/r/${name}.jpg`, await picture(`#${round}${round}${name.repeat(4)}`)] as const,
        ),
      ),
    )
    await Promise.all([
      send(pictures),
      save('p-2', { pictures: round % 2 === 0 ? [{ id: own }, ...shownPictures] : [...shownPictures, { id: own }] }),
    ])
    const now = await shown()
    await showPictures(portal.db, { productIds: [id] })
    expect([now.length, now]).toEqual([4, await shown()])
  }
})

test('[C.7] links from staff and from 1C coexist, and each source removes only its own', async () => {
  await send({ 'import0_1.xml': importXml(['b-0', 'b-1', 'b-2', 'b-3', 'b-4'].map((id) => ({ id }))) })
  const [, one = 0, two = 0, three = 0, four = 0] = await Promise.all(['b-0', 'b-1', 'b-2', 'b-3', 'b-4'].map(idOf))
  const analogues = async () =>
    (await open('b-0')).analogues.map(
      ({ id, source, hidden }) =>
        `${id === one ? 1 : id === two ? 2 : id === three ? 3 : 4} ${hidden ? 'hidden' : source}`,
    )
  await feed({ product: 'b-0', analogues: ['b-1', 'b-2'] })
  await save('b-0', { analogues: [{ id: three }, { id: one }, { id: two }] })
  expect(await analogues()).toEqual(['3 staff', '1 exchange', '2 exchange'])
  await feed({ product: 'b-0', analogues: ['b-2', 'b-4', 'b-3'] })
  // The third link belongs to staff whatever 1C sends, and keeps its position.
  expect(await analogues()).toEqual(['3 exchange', '2 exchange', '4 exchange'])
  await feed({ product: 'b-0', analogues: ['b-2', 'b-4'] })
  expect(await analogues()).toEqual(['3 staff', '2 exchange', '4 exchange'])
  await save('b-0', { analogues: [{ id: two }, { id: four, hidden: true }] })
  expect(await analogues()).toEqual(['2 exchange', '4 hidden'])
  await feed({ product: 'b-0', analogues: ['b-4', 'b-2', 'b-1'] })
  expect(await analogues()).toEqual(['2 exchange', '1 exchange', '4 hidden'])
  // Mixed by staff; links that 1C adds later come last.
  await save('b-0', { analogues: [{ id: four }, { id: one }, { id: two }] })
  await feed({ product: 'b-0', analogues: ['b-1', 'b-2', 'b-3', 'b-4'] })
  expect(await analogues()).toEqual(['4 exchange', '1 exchange', '2 exchange', '3 exchange'])
  await feed({ product: 'b-0', analogues: [] })
  expect(await analogues()).toEqual([])
})

test('staff’s labels and documents survive imports beside the documents of 1C', async () => {
  const { id: label } = await call(saveLabel, { header: 'Проверено' }, staff)
  const { id: file } = await storeDocument({ db: portal.db, files: files() }, Buffer.from('%PDF-1.4 own'))
  await send({ 'import_files/d/x.pdf': '%PDF-1.4 theirs', ...good('d-1', '<Картинка>import_files/d/x.pdf</Картинка>') })
  await save('d-1', { tags: [label], documents: [{ file, header: 'Сертификат' }] })
  const papers = async () => (await open('d-1')).documents.map(({ header, source }) => `${header} ${source}`)
  expect(await papers()).toEqual(['x exchange', 'Сертификат staff'])
  await send(good('d-1', '<Картинка>import_files/d/x.pdf</Картинка>'))
  expect(await papers()).toEqual(['x exchange', 'Сертификат staff'])
  await send(good('d-1', '<Картинка/>'))
  expect([await papers(), (await open('d-1')).tags]).toEqual([['Сертификат staff'], [label]])
})
