import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { uploadPicture, type UploadedPicture } from '#shared/api/staff/pictures.ts'
import { uploadLogo } from '#shared/api/staff/settings.ts'
import { attempts } from '#server/platform/db/schema/access.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { createWorld, signedIn } from '#tests/support/fixtures.ts'

let portal: TestApp
let admin: Visitor
let owner: Visitor
beforeAll(async () => {
  portal = await startTestApp()
  const world = await createWorld(portal.db)
  admin = await signedIn(portal, world.adminId)
  owner = await signedIn(portal, world.ownerId)
})
afterAll(() => portal.close())

async function send(
  visitor: Visitor,
  bytes: Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
  path: string = uploadPicture.path,
) {
  const response = await visitor.send(path, {
    method: 'POST',
    body: bytes,
    headers: { 'content-type': 'image/jpeg', ...headers },
  })
  return { status: response.status, body: (await response.json()) as UploadedPicture & { message?: string } }
}

const drawing = async (colour: string, { width, height } = { width: 60, height: 40 }) =>
  new Uint8Array(
    await sharp({ create: { width, height, channels: 3, background: colour } })
      .png()
      .toBuffer(),
  )

test('an uploaded picture is stored re-encoded; equal bytes are one picture, whatever the declared type', async () => {
  const bytes = await drawing('#336699')
  const { status, body } = await send(admin, bytes)
  expect([status, body]).toEqual([200, { status: 'success', picture: expect.any(Number), picturetype: 'webp' }])
  const kept = await fetch(`${portal.origin}/dbpics/${body.picture}.webp`)
  expect(await sharp(Buffer.from(await kept.arrayBuffer())).metadata()).toMatchObject({ format: 'webp', width: 60 })
  expect((await send(admin, bytes, { 'content-type': 'text/html' })).body.picture).toBe(body.picture)
})

test('the same file as the picture of a good and as the logo keeps the size of each', async () => {
  const bytes = await drawing('#22aa55', { width: 1000, height: 700 })
  const widthOf = async (picture: number) => {
    const kept = await fetch(`${portal.origin}/dbpics/${picture}.webp`)
    return (await sharp(Buffer.from(await kept.arrayBuffer())).metadata()).width
  }
  const { picture } = (await send(admin, bytes)).body
  const { picture: logo } = (await send(admin, bytes, {}, uploadLogo.path)).body
  expect([await widthOf(picture), await widthOf(logo)]).toEqual([1000, 512])
  expect((await send(admin, bytes)).body.picture).toBe(picture)
  expect([await widthOf(picture), await widthOf(logo)]).toEqual([1000, 512])
})

test('a file that is not a picture, empty, damaged or of enormous dimensions is refused in Russian', async () => {
  const hostile = {
    html: new TextEncoder().encode('<html><script>alert(1)</script></html>'),
    svg: new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>'),
    empty: new Uint8Array(0),
    damaged: (await drawing('#123123')).slice(0, 70),
    enormous: enormousPng(),
  }
  expect(hostile.enormous.length).toBeLessThan(1600)
  for (const [name, bytes] of Object.entries(hostile)) {
    const { status, body } = await send(admin, bytes)
    expect([name, status, body.message]).toEqual([name, 422, expect.stringMatching(/картинк/i)])
  }
})

test('a 25 MB upload is refused with the reason, and the portal keeps working', async () => {
  const { status, body } = await send(admin, new Uint8Array(25 * 1024 * 1024))
  expect([status, body.message]).toEqual([413, 'Картинка больше 20 МБ'])
  expect((await send(admin, await drawing('#abcdef'))).status).toBe(200)
})

test('uploads by a guest, a buyer or from another site are refused', async () => {
  const bytes = await drawing('#000000')
  expect((await send(portal.visitor(), bytes)).status).toBe(401)
  expect((await send(owner, bytes)).status).toBe(403)
  expect((await send(admin, bytes, { origin: 'https://evil.example' })).status).toBe(403)
})

test('an account can upload at most 2,000 pictures an hour', async () => {
  const [known] = await portal.db.select({ key: attempts.key }).from(attempts)
  await portal.db.insert(attempts).values(Array.from({ length: 2000 }, () => ({ key: known?.key ?? '' })))
  const { status, body } = await send(admin, await drawing('#111111'))
  expect([status, body.message]).toEqual([429, expect.stringMatching(/[а-я]/)])
})

/** A PNG of a few bytes whose header declares 50,000 × 50,000 pixels. */
function enormousPng(): Uint8Array<ArrayBuffer> {
  const chunk = (type: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    check.writeUInt32BE(crc32(named))
    return Buffer.concat([length, named, check])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(50_000, 0)
  header.writeUInt32BE(50_000, 4)
  header.set([8, 2], 8)
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10])
  return new Uint8Array(
    Buffer.concat([
      signature,
      chunk('IHDR', header),
      chunk('IDAT', deflateSync(Buffer.alloc(1_000_000))),
      chunk('IEND', Buffer.alloc(0)),
    ]),
  )
}
