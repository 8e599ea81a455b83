import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getBasketTableInit } from '#shared/api/basket.ts'
import type { InputOf } from '#shared/api/endpoint.ts'
import * as api from '#shared/api/organisation/consignees.ts'
import { addDays, dayOf, formatDay } from '#shared/rules/dates.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import {
  addAccount,
  addConsignee,
  addOrganisation,
  createWorld,
  signedIn,
  type World,
} from '#tests/support/fixtures.ts'
import { call } from '#web/api/client.ts'
import { notifyExpiringPowersOfAttorney } from './expiry.ts'

let portal: TestApp
let world: World
let owner: Visitor
let manager: Visitor

beforeAll(async () => {
  portal = await startTestApp()
  world = await createWorld(portal.db)
  owner = await signedIn(portal, world.ownerId)
  manager = await signedIn(portal, world.managerId)
})
afterAll(() => portal.close())

const today = dayOf(new Date())
const pdf = new File(['%PDF-1.7 scan'], 'Доверенность 44.pdf')
type Fields = Exclude<InputOf<typeof api.uploadConsignee>['consignee'], string>
const petrov: Fields = {
  surname: 'Петров',
  name: 'Степан',
  patronymic: 'Андреевич',
  phone: '8 916 204 71 33',
  attorney_number: '44',
  attorney_date: '01.07.2026',
  attorney_valid_to: formatDay(addDays(today, 40)),
}
const save = (consignee: Fields, file?: Blob, visitor = owner) =>
  call(api.uploadConsignee, { consignee, ...(file ? { file } : {}) }, visitor)
const list = async (visitor = owner) => (await call(api.listConsignees, {}, visitor)).items
const download = (url: string, visitor = owner) => visitor.send(url, {})

test('[C.48] [C.50] [E.9] a consignee is saved with a scan of its attorney’s power; a repeat adds none', async () => {
  const { consignee } = await save(petrov, pdf)
  expect(consignee).toMatchObject({
    phone: '+7 (916) 204-71-33',
    days_left: 41,
    file: { name: 'Доверенность 44.pdf', type: 'pdf', size: 13 },
  })
  expect((await save(petrov, pdf)).consignee.id).toBe(consignee.id)
  expect(await list()).toHaveLength(1)
  const answer = await download(consignee.file?.url ?? '')
  expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
    200,
    'application/pdf',
    '%PDF-1.7 scan',
  ])
  expect(answer.headers.get('content-disposition')).toContain(encodeURIComponent('Доверенность 44.pdf'))
})

test('a new scan replaces the old one; saving without a scan keeps it', async () => {
  const [before] = await list()
  const png = await sharp({ create: { width: 4, height: 4, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  const replaced = await save({ ...petrov, id: before?.id ?? 0 }, new File([new Uint8Array(png)], 'C:\\scan\\new.png'))
  expect(replaced.consignee.file).toMatchObject({ name: 'new.png', type: 'png' })
  const kept = await save({ ...petrov, id: before?.id ?? 0, comment: 'ключ у охраны' })
  expect(kept.consignee).toMatchObject({ comment: 'ключ у охраны', file: { type: 'png' } })
})

test.each([
  ['a program', new File(['MZ\u0090'], 'scan.pdf'), 422, 'Подойдёт PDF, JPG или PNG'],
  ['a page', new File(['<html>'], 'scan.jpg'), 422, 'Подойдёт PDF, JPG или PNG'],
  [
    'a broken JPEG',
    new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 1, 2])], 'scan.jpg'),
    422,
    'Подойдёт PDF, JPG или PNG',
  ],
  ['a file of 11 MB', new File(['%PDF-', new Uint8Array(11 * 1024 * 1024)], 'scan.pdf'), 413, 'Файл больше 10 МБ'],
])('[M.6] %s is refused with the reason, and nothing is saved', async (_, file, status, message) => {
  await expect(save({ ...petrov, surname: 'Новиков' }, file)).rejects.toMatchObject({
    status,
    body: { message: expect.stringContaining(message.slice(0, 12)) as string },
  })
  expect((await list()).map(({ surname }) => surname)).not.toContain('Новиков')
})

test.each([
  [{ surname: '' }, { surname: 'Укажите фамилию' }],
  [{ name: ' ' }, { name: 'Укажите имя' }],
  [{ phone: '12' }, { phone: 'Не хватает восьми цифр' }],
  [
    { attorney_date: '02.07.2026', attorney_valid_to: '01.07.2026' },
    { attorney_valid_to: 'Срок кончается раньше, чем начинается' },
  ],
])('a consignee with %j is refused with the field named', async (part, fields) => {
  await expect(save({ ...petrov, ...part })).rejects.toMatchObject({ status: 400, body: { fields } })
})

test('a date that does not exist is refused', async () => {
  await expect(save({ ...petrov, attorney_valid_to: '31.02.2027' })).rejects.toMatchObject({ status: 400 })
})

test('[C.49] an owner deletes a consignee by the specified URL, and its scan is deleted too', async () => {
  const { consignee } = await save({ surname: 'Жукова', name: 'Мария' }, pdf)
  for (let n = 0; n < 2; n += 1) {
    const answer = await owner.send(`/api/consignee/?id=${consignee.id}`, { method: 'DELETE' })
    expect(answer.status).toBe(200)
  }
  expect((await list()).map(({ id }) => id)).not.toContain(consignee.id)
  expect((await download(consignee.file?.url ?? '')).status).toBe(404)
  const { rows } = await portal.pool.query('select surname, file_key from consignees where id = $1', [consignee.id])
  expect(rows).toEqual([{ surname: 'Жукова', file_key: null }])
})

test('an expired power of attorney is marked and not offered at checkout', async () => {
  const { consignee } = await save({ ...petrov, surname: 'Кузьмин', attorney_valid_to: formatDay(addDays(today, -1)) })
  expect(consignee.days_left).toBe(0)
  const offer = await call(getBasketTableInit, {}, manager)
  expect(offer.consignees.map(({ id }) => id)).not.toContain(consignee.id)
})

test('[R.6] a manager can add a consignee but not change or delete one; other roles are refused', async () => {
  const { consignee } = await save({ surname: 'Орлов', name: 'Олег' }, undefined, manager)
  await expect(save({ id: consignee.id, surname: 'Орлов', name: 'Пётр' }, undefined, manager)).rejects.toMatchObject({
    status: 403,
  })
  await expect(call(api.deleteConsignee, { id: consignee.id }, manager)).rejects.toMatchObject({ status: 403 })
  for (const id of [world.accountantId, world.receiverId, world.adminId])
    await expect(save(petrov, pdf, await signedIn(portal, id))).rejects.toMatchObject({ status: 403 })
  expect((await portal.visitor().send('/api/consigneeUpload/', { method: 'POST', body: new FormData() })).status).toBe(
    401,
  )
})

test("[R.6] another organisation's consignee and scan answer like missing ones", async () => {
  const other = await addOrganisation(portal.db, 'ООО «Соседи»')
  const stranger = await signedIn(portal, await addAccount(portal.db, { role: 'owner', ...other }))
  const [mine] = await list()
  expect((await download(`/api/consignee/${mine?.id}/file`, stranger)).status).toBe(404)
  await expect(save({ ...petrov, id: mine?.id ?? 0 }, pdf, stranger)).rejects.toMatchObject({ status: 404 })
  await call(api.deleteConsignee, { id: mine?.id ?? 0 }, stranger)
  expect((await list()).map(({ id }) => id)).toContain(mine?.id)
  expect(await list(stranger)).toEqual([])
})

test('owners are notified once of a power of attorney that expires within two weeks', async () => {
  await addConsignee(portal.db, world.organisationId, { attorneyValidTo: addDays(today, 14) })
  await addConsignee(portal.db, world.organisationId, { attorneyValidTo: addDays(today, 15) })
  for (let n = 0; n < 2; n += 1) await notifyExpiringPowersOfAttorney(portal, { now: new Date() })
  const { rows } = await portal.pool.query(
    "select account_id, title, link from notifications where kind = 'attorney' order by id",
  )
  expect(rows).toEqual([
    {
      account_id: world.ownerId,
      title: expect.stringContaining(`действует до ${formatDay(addDays(today, 14))}`) as string,
      link: '/organisation',
    },
  ])
})
