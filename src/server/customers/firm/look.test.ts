import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contrast } from '#shared/rules/look/accent.ts'
import type { InputOf } from '#shared/api/endpoint.ts'
import { firm, type FirmLook } from '#shared/api/organisation/firm.ts'
import { saveSettings, staffSettings, uploadLogo } from '#shared/api/staff/settings.ts'
import { purgePictures } from '#server/catalogue/pictures/purge.ts'
import { listAuditRows } from '#server/platform/audit/shared-queries-audit.ts'
import { openLocalStore } from '#server/platform/files/store.ts'
import { renderLetter } from '#server/platform/mail/template.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { createWorld, signedIn } from '#tests/support/fixtures.ts'
import { until } from '#tests/support/wait.ts'
import { call, fieldErrorsOf } from '#web/api/client.ts'
import { buildWeb } from '../../../../scripts/build-web.ts'
import { readLetterHead } from './service.ts'

let portal: TestApp
let admin: Visitor
let guest: Visitor
beforeAll(async () => {
  buildWeb()
  portal = await startTestApp()
  const world = await createWorld(portal.db)
  admin = await signedIn(portal, world.adminId)
  guest = portal.visitor()
  await until(() => Promise.resolve(portal.listener.hears('events')), Boolean)
}, 240_000)
afterAll(() => portal.close())

const page = (headers: Record<string, string> = {}) => guest.send('/', { headers: { accept: 'text/html', ...headers } })
const read = async () => (await call(firm, {}, guest)).firm
const readUntil = (isWanted: (look: FirmLook) => boolean) => until(read, isWanted)

async function save(shop: InputOf<typeof saveSettings>['shop']) {
  const { settings } = await call(staffSettings, {}, admin)
  return call(saveSettings, { version: settings.version, shop }, admin)
}

async function upload(bytes: Uint8Array<ArrayBuffer>, visitor = admin) {
  const response = await visitor.send(uploadLogo.path, { method: 'POST', body: bytes })
  const { picture, message } = (await response.json()) as { picture: number; message?: string }
  return { status: response.status, picture, message }
}

const svg = (inside: string) =>
  new TextEncoder().encode(
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 20 10">' +
      `${inside}</svg>`,
  )

test('every page contains name, contacts and colours, and its ETag changes with them', async () => {
  const before = await page()
  const etag = before.headers.get('etag') ?? ''
  expect((await page({ 'if-none-match': etag })).status).toBe(304)
  await save({ name: 'Болт & <Гайка>', accent: '#6B3FA0', phone: '+7 495 120-44-10', hours: 'пн–пт 9–18' })
  const look = await readUntil(({ name }) => name === 'Болт & <Гайка>')
  expect(look).toMatchObject({ phone: '+7 495 120-44-10', hours: 'пн–пт 9–18', email: '', logo: '' })
  expect(look.style).toContain('--accent:#6b3fa0')
  const after = await page({ 'if-none-match': etag })
  expect([after.status, after.headers.get('cache-control')]).toEqual([200, 'no-cache'])
  const html = await after.text()
  expect(html).toContain('<title>Болт &amp; &lt;Гайка&gt;: заказы по вашему договору</title>')
  expect(html).toContain(`<style id="firm-style">${look.style}</style>`)
  const [, content = ''] = /<meta name="firm" content="([^"]+)"/.exec(html) ?? []
  expect(content).toContain('Болт &amp; &lt;Гайка&gt;')
  expect(html).not.toContain('<Гайка>')
})

test('letters carry name, contacts and a readable colour; a pale one is darkened', async () => {
  await save({ name: 'Крепёж', accent: '#ffee00', phone: '+7 495 120-44-10', hours: '', email: 'sales@opt.example' })
  const { fromName, ...head } = await readLetterHead(portal)
  expect(fromName).toBe('')
  const letter = { subject: 'Заказ', text: 'Собран', link: '/orders/1', eventKey: 'x' }
  const { html, text } = renderLetter(letter, { origin: 'https://opt.example', ...head })
  expect(text).toContain('порталом «Крепёж»')
  expect(text).toContain('Ответ придёт на sales@opt.example.')
  expect(text).toContain('Телефон +7 495 120-44-10.')
  const contacts = { phone: '', hours: 'пн–пт 9–18', email: '' }
  expect(renderLetter(letter, { origin: '', shop: 'Крепёж', contacts }).text).toContain('Часы работы: пн–пт 9–18.')
  const [, colour = ''] = /background:(#[\da-f]{6});color:#ffffff/.exec(html) ?? []
  expect(contrast(colour, '#ffffff')).toBeGreaterThanOrEqual(4.5)
})

test('a logo is drawn anew from a picture or a drawing, without its scripts, and served for ever', async () => {
  const drawn = await upload(svg('<script>alert(1)</script><rect width="20" height="10" fill="#a00"/>'))
  expect(drawn.status).toBe(200)
  await save({ logo: drawn.picture })
  await readUntil(({ logo }) => logo === `/dbpics/${drawn.picture}.webp?w=512`)
  expect(await (await page()).text()).toContain(`<link rel="icon" href="/dbpics/${drawn.picture}.webp?w=128" />`)
  const served = await fetch(`${portal.origin}/dbpics/${drawn.picture}.webp`)
  expect(served.headers.get('cache-control')).toContain('immutable')
  const bytes = Buffer.from(await served.arrayBuffer())
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 512, height: 256 })
  expect(bytes.includes('alert')).toBe(false)
})

test('a drawing cannot read files of the server or grow without bounds', async () => {
  const leak = svg(`<image xlink:href="file://${process.cwd()}/src/web/public/favicon.svg" width="20" height="10"/>`)
  const { picture, status } = await upload(leak)
  expect(status).toBe(200)
  const bytes = await (await fetch(`${portal.origin}/dbpics/${picture}.webp`)).arrayBuffer()
  const { channels } = await sharp(bytes).stats()
  expect(channels.at(-1)?.max, 'nothing is drawn').toBe(0)
  const huge = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg" width="900000" height="900000"/>')
  expect(await upload(huge)).toMatchObject({ status: 422, message: expect.stringMatching(/картинк/i) })
  const html = new TextEncoder().encode('<html><svg></svg></html>')
  expect((await upload(html)).status).toBe(422)
  const big = new Uint8Array(2 * 1024 * 1024 + 1)
  expect(await upload(big)).toMatchObject({ status: 413, message: 'Логотип больше 2 МБ' })
})

test('the logo in use outlives the purge of unused pictures, a former one does not', async () => {
  const [former, current] = [await upload(svg('<rect width="9" height="9"/>')), await upload(svg('<circle r="9"/>'))]
  await save({ logo: current.picture })
  await portal.pool.query("update pictures set uploaded_at = now() - interval '2 days'")
  await purgePictures({ db: portal.db, files: openLocalStore(`${portal.config.dataDir}/files`) })
  const { rows } = await portal.pool.query<{ id: number }>('select id from pictures')
  expect(rows.map(({ id }) => id)).toContain(current.picture)
  expect(rows.map(({ id }) => id)).not.toContain(former.picture)
  const refused = await save({ logo: former.picture }).catch((error: unknown) => error)
  expect(fieldErrorsOf(refused)).toEqual({ 'shop.logo': 'Загрузите логотип ещё раз' })
  await save({ logo: null })
})

test('wrong values are refused at their fields, and each change is in the journal, before and after', async () => {
  const refused = await save({ accent: 'red', email: 'нет', phone: 'a\nb' }).catch((error: unknown) => error)
  expect(refused).toMatchObject({ status: 400 })
  expect(Object.keys(fieldErrorsOf(refused)).toSorted()).toEqual(['shop.accent', 'shop.email', 'shop.phone'])
  await save({ accent: '#1e5bb8' })
  await save({ accent: '#3f6212' })
  const object = { type: 'setting', id: 'firm.accent' } as const
  const [row] = await listAuditRows(portal.db, { object, limit: 1 })
  expect(row).toMatchObject({ action: 'setting.changed', changes: { value: { before: '#1e5bb8', after: '#3f6212' } } })
})

test('the built page has what is replaced', () => {
  const html = readFileSync('build/web/index.html', 'utf8')
  expect(html).toMatch(/<title>[^<:]+: /)
  expect(html).toMatch(/<link rel="icon"[^>]*>/)
})
