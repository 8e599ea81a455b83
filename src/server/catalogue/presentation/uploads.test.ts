import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import { binds, product } from '#shared/api/catalogue.ts'
import { saveBanner } from '#shared/api/staff/banners.ts'
import { uploadDocument, type UploadedDocument } from '#shared/api/staff/documents.ts'
import { saveGood, staffGood } from '#shared/api/staff/goods.ts'
import { uploadPicture, type UploadedPicture } from '#shared/api/staff/pictures.ts'
import { purgePictures } from '#server/catalogue/pictures/purge.ts'
import { openLocalStore, type FileStore } from '#server/platform/files/store.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { addAccount, signedIn } from '#tests/support/fixtures.ts'
import { createShop, goodIds } from '#tests/support/shop.ts'
import { until } from '#tests/support/wait.ts'
import { call } from '#web/api/client.ts'
import { purgeDocuments } from './purge-documents.ts'

let portal: TestApp
let content: Visitor
let owner: Visitor
let files: FileStore
const { drill, impact } = goodIds

beforeAll(async () => {
  portal = await startTestApp()
  const shop = await createShop(portal.db)
  await portal.pool.query("insert into catalogue_changes (kind) values ('rebuild')")
  content = await signedIn(portal, await addAccount(portal.db, { role: 'content' }))
  owner = await signedIn(portal, shop.ownerId)
  files = openLocalStore(join(portal.config.dataDir, 'files'))
  await until(() => call(product, { id: drill }, owner), undefined, 20_000)
})
afterAll(() => portal.close())

async function send(path: string, bytes: Uint8Array, visitor = content) {
  const response = await visitor.send(path, {
    method: 'POST',
    body: new Uint8Array(bytes),
    headers: { 'content-type': 'application/pdf' },
  })
  return {
    status: response.status,
    body: (await response.json()) as UploadedDocument & UploadedPicture & { message?: string },
  }
}
const sendDocument = (bytes: Uint8Array, visitor?: Visitor) => send(uploadDocument.path, bytes, visitor)
const pdf = (text: string) => Buffer.from(`%PDF-1.4\n${text}`)
const drawing = (colour: string) => sharp({ create: { width: 60, height: 40, channels: 3, background: colour } })
async function zipped(...names: string[]): Promise<Buffer> {
  const zip = new ZipFile()
  for (const name of names) zip.addBuffer(Buffer.from('<x/>'), name)
  zip.end()
  return buffer(zip.outputStream)
}
const office = (main: string, ...more: string[]) => zipped('[Content_Types].xml', main, ...more)
/** Saves the good with these pictures and documents and leaves the rest unchanged. */
async function present(
  id: number,
  { pictures = [], documents = [] }: { pictures?: number[]; documents?: { file: number; header: string }[] },
) {
  const { good } = await call(staffGood, { id }, content)
  const linked = { analogues: [], related: [], tags: good.tags, flags: {} }
  return (
    await call(
      saveGood,
      { id, version: good.version, ...linked, pictures: pictures.map((picture) => ({ id: picture })), documents },
      content,
    )
  ).good
}
const dayAgo = () =>
  portal.pool.query(
    `update pictures set uploaded_at = uploaded_at - interval '25 hours'; update uploaded_documents
      set uploaded_at = uploaded_at - interval '25 hours'`,
  )

test('a document’s type is detected from its content, and the same bytes are stored as one file', async () => {
  const sent: [string, Buffer][] = [
    ['pdf', pdf('паспорт')],
    ['docx', await office('word/document.xml')],
    ['xlsx', await office('xl/workbook.xml')],
    ['jpg', await drawing('#aabbcc').jpeg().toBuffer()],
    ['png', await drawing('#aabbcc').png().toBuffer()],
  ]
  for (const [extension, bytes] of sent) {
    const { status, body } = await sendDocument(bytes)
    expect([status, body]).toEqual([
      200,
      { status: 'success', file: expect.any(Number), extension, size: bytes.length },
    ])
    expect((await sendDocument(bytes)).body.file).toBe(body.file)
  }
})

test('unknown, empty, damaged, macro-enabled and oversized files are refused; so is who lacks the right', async () => {
  const refused: Record<string, Uint8Array> = {
    html: Buffer.from('<html><script>alert(1)</script>'),
    empty: Buffer.alloc(0),
    exe: Buffer.from('MZ\x90\x00'),
    svg: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    zip: await zipped('readme.txt', 'word/other.xml'),
    macros: await office('word/document.xml', 'word/vbaProject.bin'),
    cut: (await office('xl/workbook.xml')).subarray(0, 90),
    gif: await drawing('red').gif().toBuffer(),
    damaged: (await drawing('#123123').png().toBuffer()).subarray(0, 70),
  }
  for (const [name, bytes] of Object.entries(refused)) {
    const { status, body } = await sendDocument(bytes)
    expect([name, status, body.message]).toEqual([name, 422, expect.stringContaining('PDF, DOCX')])
  }
  expect(await sendDocument(new Uint8Array(20 * 1024 * 1024 + 1))).toMatchObject({
    status: 413,
    body: { message: 'Документ больше 20 МБ' },
  })
  expect((await sendDocument(pdf('x'), owner)).status).toBe(403)
  expect((await sendDocument(pdf('x'), portal.visitor())).status).toBe(401)
})

test('[C.6] an attached document shows in the card under its title; so do renaming, order, removal', async () => {
  const [first, second] = [
    (await sendDocument(pdf('1'))).body.file,
    (await sendDocument(await office('xl/workbook.xml', 'xl/a.xml'))).body.file,
  ]
  await present(drill, {
    documents: [
      { file: first, header: 'Паспорт' },
      { file: second, header: 'Размеры' },
    ],
  })
  const listed = async () => {
    const ids = (await call(product, { id: drill }, owner)).product.tabs.documents?.map(({ id }) => id) ?? []
    const { items } = await call(binds, { id: drill, type: 'document', bindIds: ids }, owner)
    return items.map(({ data }) => data as { header: string; link: string; extension: string })
  }
  expect(await listed()).toMatchObject([
    { header: 'Паспорт', extension: 'pdf' },
    { header: 'Размеры', extension: 'xlsx' },
  ])
  await present(drill, {
    documents: [
      { file: second, header: 'Таблица размеров' },
      { file: first, header: 'Паспорт' },
    ],
  })
  const [table] = await listed()
  expect(table).toMatchObject({ header: 'Таблица размеров' })
  const response = await owner.send(table?.link ?? '', {})
  expect([response.status, response.headers.get('content-disposition')]).toEqual([
    200,
    expect.stringContaining(encodeURIComponent('Таблица размеров.xlsx')),
  ])
  await present(drill, { documents: [{ file: first, header: 'Паспорт' }] })
  expect(await listed()).toMatchObject([{ header: 'Паспорт' }])
  await present(drill, {})
  expect(await listed()).toEqual([])
})

test('[E.3] a picture added by staff shows in every list within a second, and disappears when removed', async () => {
  const { picture } = (await send(uploadPicture.path, await drawing('#00aa11').png().toBuffer())).body
  const listed = async () => (await call(product, { id: impact }, owner)).product
  await present(impact, { pictures: [picture] })
  await until(listed, (row) => row.picture === picture && row.picturetype === 'webp', 1000)
  await present(impact, {})
  await until(listed, (row) => row.picture === 0, 1000)
})

test('an upload unused for a day is purged with file and renditions; one in use or sent again is kept', async () => {
  const picture = async (colour: string) =>
    (await send(uploadPicture.path, await drawing(colour).png().toBuffer())).body.picture
  const [lost, onBanner, onGood, again] = [
    await picture('#010203'),
    await picture('#040506'),
    await picture('#070809'),
    await picture('#0a0b0c'),
  ]
  await call(saveBanner, { title: 'С картинкой', picture: onBanner }, content)
  const [lostFile, ownFile] = [(await sendDocument(pdf('lost'))).body.file, (await sendDocument(pdf('own'))).body.file]
  await present(impact, { pictures: [onGood], documents: [{ file: ownFile, header: 'Свой' }] })
  await fetch(`${portal.origin}/dbpics/${lost}.webp?w=64`)
  const keys = (
    await portal.pool.query<{ key: string }>(
      'select key from pictures where id = $1 union all select key from uploaded_documents where id = $2',
      [lost, lostFile],
    )
  ).rows.map(({ key }) => key)
  const sized = `sized/${keys[0]?.split('/')[1]}/${keys[0]?.split('/').at(-1)?.replace('.webp', '')}-64.webp`
  for (const key of [...keys, sized]) expect(await files.has(key), key).toBe(true)

  const deps = { db: portal.db, files }
  expect([await purgePictures(deps), await purgeDocuments(deps)]).toEqual([{ pictures: 0 }, { documents: 0 }])
  await dayAgo()
  expect(await picture('#0a0b0c')).toBe(again)
  const purged = await purgePictures(deps)
  expect(purged.pictures).toBeGreaterThanOrEqual(1)
  await purgeDocuments(deps)
  for (const key of [...keys, sized]) expect(await files.has(key), key).toBe(false)
  const there = (await portal.pool.query<{ id: number }>('select id from pictures order by id')).rows.map(
    ({ id }) => id,
  )
  expect([lost, onBanner, onGood, again].map((id) => there.includes(id))).toEqual([false, true, true, true])
  expect((await call(staffGood, { id: impact }, content)).good).toMatchObject({
    pictures: [{ picture: onGood }],
    documents: [{ header: 'Свой', file: ownFile }],
  })
  // A purged picture can be uploaded again.
  const anew = await picture('#010203')
  expect(anew).not.toBe(lost)
  expect((await fetch(`${portal.origin}/dbpics/${anew}.webp`)).headers.get('content-type')).toBe('image/webp')
})

test('a purge beside saves and uploads of the same picture leaves no shown picture without its file', async () => {
  for (let round = 0; round < 8; round += 1) {
    const bytes = await drawing(`#33${round}0${round}0`).png().toBuffer()
    const { picture } = (await send(uploadPicture.path, bytes)).body
    await dayAgo()
    const [, saved, sent] = await Promise.all([
      purgePictures({ db: portal.db, files }),
      call(saveBanner, { title: `Гонка ${round}`, picture }, content).then(
        () => 200,
        ({ status }: { status: number }) => status,
      ),
      send(uploadPicture.path, bytes),
    ])
    expect([[200, 400].includes(saved), sent.status]).toEqual([true, 200])
    const shown = saved === 200 ? picture : sent.body.picture
    expect((await fetch(`${portal.origin}/dbpics/${shown}.webp`)).headers.get('content-type')).toBe('image/webp')
  }
})
