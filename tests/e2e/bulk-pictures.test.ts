import { buffer } from 'node:stream/consumers'
import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import yazl from 'yazl'
import { saveGood, staffGood, staffGoods } from '#shared/api/staff/goods.ts'
import { call, type Send } from '#web/api/client.ts'
import { expectAccessible, signInAs, test } from './support.ts'

const drawing = async (name: string, background: string) => ({
  name,
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 120, height: 120, channels: 3, background } })
    .png()
    .toBuffer(),
})
/** A ZIP with the files in a folder, and a file that is no picture. */
async function zipped(name: string, files: readonly { name: string; buffer: Buffer }[]) {
  const zip = new yazl.ZipFile()
  for (const file of files) zip.addBuffer(file.buffer, `Каталог/${file.name}`)
  zip.end()
  return { name, mimeType: 'application/zip', buffer: await buffer(zip.outputStream) }
}
const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })

/** Goods without pictures of staff, far from those that other tests change. */
async function pickGoods(send: Send) {
  const { items } = await call(staffGoods, { perpage: 100, page: 20 }, { send })
  const plain = items.filter(
    ({ articul, variants_count: variants, pictures_count: pictures }) =>
      /^[\w-]{4,}$/.test(articul) && variants === 0 && pictures === 1,
  )
  const [one, other] = plain
  if (!one || !other) throw new Error('the demo has no such goods')
  return [one, other] as const
}

test('pictures of many goods are chosen at once, found by their names, sent and shown', async ({ page }) => {
  const send = await signInAs(page, 'admin')
  const [one, other] = await pickGoods(send)
  const picturesOf = async (id: number) => (await call(staffGood, { id }, { send })).good.pictures

  await page.goto('/admin/goods')
  await page.getByRole('link', { name: 'Картинки пачкой' }).click()
  await expect(page.getByText('Выберите файлы, папку или архив')).toBeVisible()
  await expectAccessible(page)
  const files = page.getByLabel('Выбрать картинки или ZIP: файлы')
  await files.setInputFiles([
    await drawing(`${one.articul}_2.png`, '#802020'),
    await drawing(`${one.articul}.png`, '#208020'),
    await zipped('фото.zip', [await drawing(`${other.articul.toLowerCase()}.png`, '#202080')]),
    { name: `${other.articul}-9.png`, mimeType: 'image/png', buffer: Buffer.from('not a picture') },
    await drawing('нет такого артикула.png', '#808080'),
    { name: 'Thumbs.db', mimeType: '', buffer: Buffer.from('x') },
  ])
  await expect(page.getByRole('status').filter({ hasText: 'готово к загрузке: 4' })).toContainText(
    'товар не найден: 1 · не картинки, пропущено: 1',
  )
  await expect(row(page, `${one.articul}_2.png`)).toContainText(one.header)
  await expect(row(page, 'нет такого артикула.png')).toContainText('переименуйте файл')
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Первыми' }).click()
  await page.getByRole('button', { name: 'Загрузить 4 картинки' }).click()
  await expect(row(page, `${one.articul}.png`)).toContainText('загружена')
  await expect(row(page, `${other.articul}-9.png`)).toContainText('не загружена')
  await expect(row(page, `${other.articul}-9.png`).getByRole('alert')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'загружено: 3' })).toContainText('с ошибкой: 1')
  await expectAccessible(page)

  const [first, second, third] = await picturesOf(one.id)
  expect([first?.source, second?.source, third?.source]).toEqual(['staff', 'staff', 'exchange'])
  expect((await picturesOf(other.id)).map(({ source }) => source)).toEqual(['staff', 'exchange'])

  await page.getByRole('button', { name: `Убрать: ${other.articul}-9.png` }).click()
  await page.getByRole('link', { name: 'Товары', exact: true }).first().click()
  await expect(page).toHaveURL(/admin\/goods$/)

  // Undoes all changes.
  for (const { id } of [one, other]) {
    const { good } = await call(staffGood, { id }, { send })
    await call(
      saveGood,
      {
        id,
        version: good.version,
        flags: {},
        tags: good.tags,
        pictures: good.pictures.flatMap(({ picture, source }) =>
          source === 'exchange' ? [{ id: picture, source }] : [],
        ),
        analogues: good.analogues.map((each) => ({ id: each.id, source: each.source })),
        related: good.related.map((each) => ({ id: each.id, source: each.source })),
        documents: good.documents.flatMap(({ file, header, source }) => (source === 'staff' ? [{ file, header }] : [])),
      },
      { send },
    )
    expect(await picturesOf(id)).toHaveLength(1)
  }
})
