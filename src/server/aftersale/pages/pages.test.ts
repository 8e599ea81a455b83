import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getMaterial, getTopNews, hideTopNews, listMaterials } from '#shared/api/talk/pages.ts'
import { materialVersions, saveMaterial, saveTopNews, staffMaterials, staffTopNews } from '#shared/api/staff/pages.ts'
import { staffAudience } from '#shared/api/talk/placement.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { addDays, dayOf, formatDay } from '#shared/rules/dates.ts'
import { addAccount, addOrganisation, createWorld, signedIn, type World } from '#tests/support/fixtures.ts'
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
  expect(await (await guest.send('/api/material/850/', {})).json()).toMatchObject({ title: 'Условия работы' })
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
  await expect(call(hideTopNews, { id: 999_999 }, owner)).rejects.toMatchObject({ status: 404 })
  expect((await owner.send(`/api/hidetopnews/${id}/`, { method: 'POST' })).status).toBe(200)
  expect((await call(getTopNews, {}, owner)).items).toEqual([])
  expect((await call(getTopNews, {}, manager)).items).toHaveLength(1)
  expect((await call(staffTopNews, {}, admin)).items[0]).toMatchObject({ hidden: 1 })
  await call(saveTopNews, { id, text: 'Склад закрыт', link: '', shown: false }, admin)
  expect((await call(getTopNews, {}, manager)).items).toEqual([])
})

test('[C.29] [C.30] [R.4] pages and news reach their audience alone, on their days, in their order', async () => {
  const { db } = portal
  const [ours = 0, another = 0] = world.priceTypeIds
  const foreign = await addOrganisation(db, 'ООО «Чужой»')
  const readers = {
    guest: portal.visitor(),
    owner: await signedIn(portal, world.ownerId),
    receiver: await signedIn(portal, world.receiverId),
    stranger: await signedIn(portal, await addAccount(db, { role: 'owner', ...foreign })),
    staff: await signedIn(portal, world.salesId),
  }
  const day = (ahead: number) => formatDay(addDays(dayOf(new Date()), ahead))
  const titles: Record<string, object> = {
    всем: {},
    владельцам: { roles: ['owner'] },
    приёмщикам: { roles: ['receiver', 'accountant'] },
    Вектору: { organisations: [world.organisationId] },
    'владельцам Вектора': { organisations: [world.organisationId], roles: ['owner'] },
    'по нашим ценам': { price_types: [ours] },
    'по чужим ценам': { price_types: [another] },
    завтра: { starts: day(1) },
    вчера: { ends: day(-1) },
    сегодня: { starts: day(0), ends: day(0), position: 0 },
  }
  const ids = new Map<string, { news: number; page: number }>()
  for (const [title, placed] of Object.entries(titles)) {
    const news = await call(saveTopNews, { text: title, link: '', shown: true, position: 5, ...placed }, admin)
    const page = { title, html: '<p>Текст</p>', published: true, position: 5, ...placed }
    ids.set(title, { news: news.id, page: (await call(saveMaterial, page, admin)).material.id })
  }
  const expected: Record<keyof typeof readers, string[]> = {
    guest: ['всем', 'сегодня'],
    owner: ['всем', 'владельцам', 'Вектору', 'владельцам Вектора', 'по нашим ценам', 'сегодня'],
    receiver: ['всем', 'приёмщикам', 'Вектору', 'по нашим ценам', 'сегодня'],
    stranger: ['всем', 'владельцам', 'сегодня'],
    staff: ['всем', 'сегодня'],
  }
  for (const [who, reader] of Object.entries(readers) as [keyof typeof readers, Visitor][]) {
    const listed = (await call(listMaterials, {}, reader)).items.map(({ title }) => title)
    expect(listed.filter((title) => title in titles).toSorted(), who).toEqual(expected[who].toSorted())
    const opened: string[] = []
    for (const [title, { page }] of ids)
      await call(getMaterial, { id: page }, reader).then(
        () => opened.push(title),
        (error: unknown) => expect(error).toMatchObject({ status: 404 }),
      )
    expect(opened.toSorted(), who).toEqual(expected[who].toSorted())
  }
  // Position first, then the newest; five at most.
  const newsOf = async (who: Visitor) => (await call(getTopNews, {}, who)).items.map(({ text }) => text)
  expect(await newsOf(readers.stranger)).toEqual(['сегодня', 'владельцам', 'всем'])
  expect(await newsOf(readers.owner)).toEqual([
    'сегодня',
    'по нашим ценам',
    'владельцам Вектора',
    'Вектору',
    'владельцам',
  ])
  // What is for others cannot be hidden either: nobody's figure shows that it is there.
  const hidden = call(hideTopNews, { id: ids.get('Вектору')?.news ?? 0 }, readers.stranger)
  await expect(hidden).rejects.toMatchObject({ status: 404 })
  const news = await call(staffTopNews, {}, admin)
  expect(news.items.find(({ text }) => text === 'Вектору')).toMatchObject({ hidden: 0, state: 'running' })
  expect(news.items.find(({ text }) => text === 'завтра')).toMatchObject({ state: 'coming', starts: day(1) })
  expect((await call(staffAudience, {}, admin)).organisations).toEqual([
    { id: world.organisationId, header: 'ООО «Вектор»' },
  ])
  expect((await call(staffAudience, { query: 'чуж' }, admin)).organisations).toEqual([
    { id: foreign.organisationId, header: 'ООО «Чужой»' },
  ])
  await expect(call(staffAudience, { query: 'чуж' }, readers.owner)).rejects.toMatchObject({ status: 403 })

  const plain = { text: 'Плохо', link: '', shown: true }
  await expect(call(saveTopNews, { ...plain, starts: day(1), ends: day(0) }, admin)).rejects.toMatchObject({
    status: 422,
  })
  await expect(call(saveTopNews, { ...plain, organisations: [999_999] }, admin)).rejects.toMatchObject({
    body: { fields: { organisations: 'Такой организации нет' } },
  })
  // An organisation that goes does not open its news to everybody.
  const gone = await addOrganisation(db, 'ООО «Уйдёт»')
  await call(saveTopNews, { ...plain, text: 'Уйдёт', organisations: [gone.organisationId] }, admin)
  await db.execute(sql`delete from contragents where organisation_id = ${gone.organisationId}`)
  await db.execute(sql`delete from organisations where id = ${gone.organisationId}`)
  expect(await newsOf(readers.stranger)).not.toContain('Уйдёт')
})

test('[C.30] what runs, loads or leads astray never comes out of a page', async () => {
  const html = xss.join('\n')
  const { material } = await call(saveMaterial, { title: 'XSS', html: `<p>Текст</p>${html}`, published: true }, admin)
  expect(material.html).not.toMatch(
    /<(?!\/?(?:h[234]|p|br|hr|b|strong|i|em|u|s|sub|sup|a|ul|ol|li|blockquote|table|thead|tbody|tr|th|td|caption)\b)/i,
  )
  expect(material.html).not.toMatch(/<[^>]*\s(?:on\w+|style|src|class|id|name|target|formaction)\s*=/i)
  for (const [, address = ''] of material.html.matchAll(/href="([^"]*)"/g))
    expect(address).toMatch(/^(https?:|mailto:|tel:|\/(?!\/)|#|[\w-]+$)/)
  // Again changes nothing: what came out is not parsed into something else.
  const again = await call(saveMaterial, { ...material, html: material.html }, admin)
  expect(again.material).toEqual(material)
})

/** The usual texts, each of a kind of its own. */
const xss = [
  '<script>alert(1)</script>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  '<svg><style><img src=x onerror=alert(1)></style></svg>',
  '<math><mi//xlink:href="data:x,<script>alert(1)</script>">',
  '<a href="javascript:alert(1)">1</a>',
  '<a href="jav&#x09;ascript:alert(1)">2</a>',
  '<a href=" &#14; javascript:alert(1)">3</a>',
  '<a href="JaVaScRiPt&colon;alert(1)">4</a>',
  '<a href="data:text/html,<script>alert(1)</script>">5</a>',
  '<a href="vbscript:x">6</a>',
  '<a href="//evil.example">7</a>',
  '<a href="/\\evil.example">8</a>',
  '<a href="/delivery" onclick="alert(1)" style="position:fixed" target="_blank">9</a>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="javascript:alert(1)"></object><embed src=x>',
  '<form action="//evil.example"><input name=q><button formaction="javascript:alert(1)">10</button></form>',
  '<meta http-equiv=refresh content="0;url=//evil.example"><base href="//evil.example">',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  '<template><script>alert(1)</script></template>',
  '<textarea></textarea><img src=x onerror=alert(1)>',
  '<p id="root" class="x" name="body">11</p>',
  '<!--<img src="--><img src=x onerror=alert(1)//">',
  '<![CDATA[<script>alert(1)</script>]]>',
  '<table background="javascript:alert(1)"><tr><td style="background:url(javascript:1)">12</td></tr></table>',
  '<b/<script>alert(1)</script>13',
]
