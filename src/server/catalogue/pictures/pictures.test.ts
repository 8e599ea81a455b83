import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pictureWidths } from '#shared/constants.ts'
import { openLocalStore } from '#server/platform/files/store.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { storePicture } from './service.ts'

let portal: TestApp
let pictureId: number
beforeAll(async () => {
  portal = await startTestApp()
  pictureId = await storePicture(room(), await drawing(1600, 1000))
})
afterAll(() => portal.close())

const room = () => ({ db: portal.db, files: openLocalStore(`${portal.config.dataDir}/files`) })
const drawing = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: { r: 200, g: 40, b: 40, alpha: 0.5 } } })
    .png()
    .toBuffer()

async function get(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(portal.origin + path, { headers })
  const body = Buffer.from(await response.arrayBuffer())
  return { status: response.status, type: response.headers.get('content-type'), headers: response.headers, body }
}

test('[E.3] a picture is served by id and type; any other path under /dbpics answers the placeholder', async () => {
  for (const path of [
    '/dbpics/0.webp',
    '/dbpics/98.webp',
    '/dbpics/99.png',
    `/dbpics/${pictureId}.exe`,
    '/dbpics/..%2f..%2fpackage.json',
    '/dbpics/1e9.webp',
  ]) {
    const response = await fetch(portal.origin + path)
    expect([path, response.status, response.headers.get('content-type')]).toEqual([path, 200, 'image/svg+xml'])
  }
})

test('an uploaded picture is recognised by content, made WEBP, downscaled and stripped of metadata', async () => {
  const { type, body } = await get(`/dbpics/${pictureId}.webp`)
  expect([type, await sharp(body).metadata()]).toMatchObject([
    'image/webp',
    { format: 'webp', width: 1200, height: 750 },
  ])
  const shot = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#123456' } })
    .withExif({ IFD0: { Copyright: 'secret place' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  const turned = await get(`/dbpics/${await storePicture(room(), shot)}.jpg`)
  expect(await sharp(turned.body).metadata()).toMatchObject({ width: 20, height: 30 })
  expect(turned.body.includes('secret place')).toBe(false)
  expect(await storePicture(room(), shot)).toBe(await storePicture(room(), shot))
})

test('a file that is not a picture, or that declares enormous dimensions, is refused', async () => {
  const html = Buffer.from('<html><script>alert(1)</script></html>')
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>')
  const broken = (await drawing(400, 400)).subarray(0, 300)
  for (const bytes of [html, svg, Buffer.alloc(0), broken]) {
    await expect(storePicture(room(), bytes)).rejects.toMatchObject({
      code: 'noPicture',
      status: 422,
      details: { message: expect.stringMatching(/[а-я]/) },
    })
  }
})

test('each allowed width is served in the best format the browser accepts, rendered once and then reused', async () => {
  for (const width of pictureWidths) {
    const avif = await get(`/dbpics/${pictureId}.webp?w=${width}`, { accept: 'image/avif,image/webp,*/*' })
    const webp = await get(`/dbpics/${pictureId}.webp?w=${width}`, { accept: 'image/webp,*/*' })
    const jpeg = await get(`/dbpics/${pictureId}.webp?w=${width}`, { accept: 'image/png,image/jpeg' })
    expect([avif.type, webp.type, jpeg.type]).toEqual([
      width >= 256 ? 'image/avif' : 'image/webp',
      'image/webp',
      'image/jpeg',
    ])
    for (const { body } of [avif, webp, jpeg]) expect((await sharp(body).metadata()).width).toBe(width)
    expect(
      (await get(`/dbpics/${pictureId}.webp?w=${width}`, { accept: 'image/webp,*/*' })).body.equals(webp.body),
    ).toBe(true)
  }
})

test('a picture is cacheable for ever, answers 304 to a matching ETag and varies by Accept', async () => {
  const { headers } = await get(`/dbpics/${pictureId}.webp?w=128`)
  expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(headers.get('vary')).toMatch(/accept/i)
  expect((await get(`/dbpics/${pictureId}.webp?w=128`, { 'if-none-match': headers.get('etag') ?? '' })).status).toBe(
    304,
  )
  expect((await get(`/dbpics/${pictureId}.webp?w=256`, { 'if-none-match': headers.get('etag') ?? '' })).status).toBe(
    200,
  )
})

test('the original served in place of a failed resize is cached for a minute, not for ever', async () => {
  const { rows } = await portal.db.execute<{ id: number }>(
    sql`insert into pictures (digest, key, type) values ('broken', 'pictures/br/broken.webp', 'webp') returning id`,
  )
  await room().files.put('pictures/br/broken.webp', Buffer.from('no picture at all'))
  const { status, headers, body } = await get(`/dbpics/${rows[0]?.id}.webp?w=128`)
  expect([status, headers.get('cache-control'), body.toString()]).toEqual([
    200,
    'public, max-age=60',
    'no picture at all',
  ])
  expect((await get(`/dbpics/${rows[0]?.id}.webp`)).headers.get('cache-control')).toMatch(/immutable/)
})

test('a smaller picture is not enlarged; a width that is not allowed is refused in Russian', async () => {
  const small = await storePicture(room(), await drawing(90, 60))
  expect(await sharp((await get(`/dbpics/${small}.webp?w=512`)).body).metadata()).toMatchObject({
    width: 90,
    height: 60,
  })
  for (const width of ['77', '-64', '1e3', '64.0', 'all', '64&w=64', '99999']) {
    const { status, body } = await get(`/dbpics/${pictureId}.webp?w=${width}`)
    expect([width, status]).toEqual([width, 400])
    expect(JSON.parse(body.toString('utf8')).fields.w).toMatch(/Ширина картинки/)
  }
})

test('fifty concurrent requests get the same rendition', async () => {
  const fresh = await storePicture(room(), await drawing(1000, 900))
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => get(`/dbpics/${fresh}.webp?w=800`, { accept: 'image/avif' })),
  )
  expect(new Set(answers.map(({ type, body }) => `${type} ${body.toString('base64')}`)).size).toBe(1)
})
