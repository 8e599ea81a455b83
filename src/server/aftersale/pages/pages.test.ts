import { afterAll, beforeAll, expect, test } from 'vitest'
import { getMaterial, getTopNews, hideTopNews, listMaterials } from '#shared/api/talk/pages.ts'
import { materialVersions, saveMaterial, saveTopNews, staffMaterials, staffTopNews } from '#shared/api/staff/pages.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { createWorld, signedIn, type World } from '#tests/support/fixtures.ts'
import { call } from '#web/api/client.ts'

let portal: TestApp
let world: World
let admin: Visitor
beforeAll(async () => {
  portal = await startTestApp()
  world = await createWorld(portal.db)
  admin = await signedIn(portal, world.adminId)
})
afterAll(() => portal.close())

test('[C.30] page 850 is open to guests; staff write sanitised HTML, and every version is kept', async () => {
  const guest = portal.visitor()
  expect(await call(getMaterial, { id: 850 }, guest)).toMatchObject({ title: 'Условия работы' })
  const [page] = (await call(staffMaterials, {}, admin)).items
  const html = `<h1>Доставка</h1><p onclick="x()">Текст <a href="javascript:alert(1)">плохо</a>
    <a href="/delivery">зоны</a><script>alert(1)</script><img src=x onerror=alert(1)><style>body{}</style></p>`
  const change = { id: 850, title: 'Условия', html, published: true }
  await expect(call(saveMaterial, { ...change, version: 99 }, admin)).rejects.toMatchObject({ status: 409 })
  const { material } = await call(saveMaterial, { ...change, version: page?.version }, admin)
  expect(material.html).not.toMatch(/script|onclick|onerror|<img|<style|<h1|alert/)
  expect(material.html).toContain('<a href="/delivery">зоны</a>')
  expect((await call(getMaterial, { id: 850 }, guest)).html).toBe(material.html)
  // The same again is no version.
  expect((await call(saveMaterial, { ...change, version: page?.version }, admin)).material.version).toBe(2)
  expect((await call(materialVersions, { id: 850 }, admin)).items.map(({ version }) => version)).toEqual([2, 1])
  const draft = { title: 'Черновик', html: '<p>Рано</p>', published: false }
  const { id } = (await call(saveMaterial, draft, admin)).material
  await expect(call(getMaterial, { id }, guest)).rejects.toMatchObject({ status: 404 })
  expect((await call(listMaterials, {}, guest)).items.map(({ title }) => title)).toEqual(['Условия'])
  await expect(call(saveMaterial, { ...draft, html: '<script>1</script>' }, admin)).rejects.toMatchObject({
    status: 400,
  })
})

test('[C.29] news is hidden for the account that hides it, and for nobody else', async () => {
  const [owner, manager] = [await signedIn(portal, world.ownerId), await signedIn(portal, world.managerId)]
  await expect(call(saveTopNews, { text: 'Плохо', link: '//evil.example', shown: true }, admin)).rejects.toMatchObject({
    status: 400,
  })
  const { id } = await call(saveTopNews, { text: 'Склад закрыт', link: '/delivery', shown: true }, admin)
  expect((await call(getTopNews, {}, owner)).items).toEqual([expect.objectContaining({ id, text: 'Склад закрыт' })])
  await call(hideTopNews, { id }, owner)
  await call(hideTopNews, { id }, owner)
  await call(hideTopNews, { id: 999_999 }, owner)
  expect((await call(getTopNews, {}, owner)).items).toEqual([])
  expect((await call(getTopNews, {}, manager)).items).toHaveLength(1)
  expect((await call(staffTopNews, {}, admin)).items[0]).toMatchObject({ hidden: 1 })
  await call(saveTopNews, { id, text: 'Склад закрыт', link: '', shown: false }, admin)
  expect((await call(getTopNews, {}, manager)).items).toEqual([])
})
