import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bySystem } from '#server/platform/audit/changed-by.ts'
import { writeSetting } from '#server/platform/settings.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { buildWeb } from '../../../../scripts/build-web.ts'

let portal: TestApp
beforeAll(async () => {
  buildWeb()
  portal = await startTestApp()
}, 240_000)
afterAll(() => portal.close())

type Manifest = { name: string; lang: string; theme_color: string; icons: Icon[] }
type Icon = { src: string; sizes: string; type: string; purpose: string }

const get = (path: string, accept = '*/*') => portal.visitor().send(path, { headers: { accept } })
const read = async () => (await (await get('/manifest.webmanifest')).json()) as Manifest

test('the page names a manifest, which a guest gets as such with the name of the shop from the settings', async () => {
  const page = await (await get('/', 'text/html')).text()
  const [, address = ''] = /<link rel="manifest" href="([^"]+)"/.exec(page) ?? []
  const response = await get(address)
  expect(response.headers.get('content-type')).toMatch(/^application\/manifest\+json/)
  expect(await response.json()).toMatchObject({
    name: 'Портал оптовых заказов',
    lang: 'ru',
    display: 'standalone',
    theme_color: '#0a6a72',
  })
  await writeSetting(portal.db, 'shop.name', 'Инструменты оптом', bySystem)
  expect(await read()).toMatchObject({ name: 'Инструменты оптом', short_name: 'Инструменты' })
  await writeSetting(portal.db, 'shop.name', 'ООО «Вектор Плюс»', bySystem)
  expect(await read()).toMatchObject({ name: 'ООО «Вектор Плюс»', short_name: 'Вектор Плюс' })
})

test('each icon of the manifest is there, of its type and size; maskable ones fill their square', async () => {
  const { icons } = await read()
  expect(icons.map(({ purpose, sizes }) => `${purpose} ${sizes}`).toSorted()).toEqual([
    'any 192x192',
    'any 512x512',
    'any any',
    'maskable 192x192',
    'maskable 512x512',
  ])
  for (const { src, sizes, type, purpose } of icons) {
    const response = await get(src)
    expect([src, response.status, response.headers.get('content-type')]).toEqual([src, 200, type])
    if (sizes === 'any') continue
    const { data, info } = await sharp(await response.arrayBuffer())
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect(`${info.width}x${info.height}`).toBe(sizes)
    const pixel = (x: number, y: number) => [...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4)]
    expect(pixel(0, 0).at(-1), src).toBe(purpose === 'maskable' ? 255 : 0)
    // White bars on the accent colour.
    expect(pixel(info.width / 2, Math.round(info.height * 0.35)), src).toEqual([255, 255, 255, 255])
    expect(pixel(info.width / 2, Math.round(info.height * 0.9)), src).toEqual([10, 106, 114, 255])
  }
})

test('the icon of iPhones is one of them', async () => {
  const page = await (await get('/', 'text/html')).text()
  const [, address = ''] = /<link rel="apple-touch-icon" href="([^"]+)"/.exec(page) ?? []
  expect((await get(address)).headers.get('content-type')).toBe('image/png')
})
