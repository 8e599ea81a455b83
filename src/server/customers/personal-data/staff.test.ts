import { openLocalStore } from '#server/platform/files/store.ts'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownSignIns } from '#shared/api/account/sessions.ts'
import {
  erasePersonData,
  exportPersonData,
  findDataPeople,
  personHeldData,
  readRetentionPeriods,
  saveRetentionPeriods,
} from '#shared/api/account/people-data.ts'
import { endpointAddress } from '#shared/api/address.ts'
import { purgeAuditLog } from '#server/platform/audit/shared-queries-audit.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { addAccount, addOrganisation, createWorld, signedIn, type World } from '#tests/support/fixtures.ts'
import { unzipped } from '#tests/support/formats/unzipped.ts'
import { call } from '#web/api/client.ts'

const password = 'Сосновый бор 41'
let portal: TestApp
let world: World
let admin: Visitor
beforeAll(async () => {
  portal = await startTestApp()
  world = await createWorld(portal.db)
  admin = await signedIn(portal, await addAccount(portal.db, { role: 'admin', password, name: 'Администратор' }))
})
afterAll(() => portal.close())

const query = async (text: string, values: unknown[] = []) => (await portal.pool.query(text, values)).rows as unknown[]
const employee = (name: string, login: string) =>
  addAccount(portal.db, { role: 'manager', organisationId: world.organisationId, name, login, password })

test('an administrator finds people by words; nobody else may, and accounts of 1C are no people', async () => {
  const id = await employee('Роза Канарейкина', 'roza@buyer.example')
  await addAccount(portal.db, { role: 'exchange', name: 'Роза 1С' })
  const demo = await addOrganisation(portal.db, 'Посетители', { demo: true })
  await addAccount(portal.db, { role: 'manager', ...demo, name: 'Роза Гостева' })
  const found = await call(findDataPeople, { query: ' роза  BUYER.example ' }, admin)
  expect([found.items.map((each) => each.id), found.more]).toEqual([[id], false])
  expect((await call(findDataPeople, { query: 'роза' }, admin)).items).toHaveLength(1)
  expect((await call(findDataPeople, { query: '' }, admin)).items).toEqual([])
  for (const account of [world.salesId, world.ownerId])
    await expect(call(findDataPeople, { query: 'роза' }, await signedIn(portal, account))).rejects.toMatchObject({
      status: 403,
    })
})

test('what is kept about a person leaves as a ZIP with the files they sent; the trail tells who took it', async () => {
  const id = await employee('Пётр Выгружаев', 'petr@buyer.example')
  const key = 'chat-files/export/petr.txt'
  await openLocalStore(join(portal.config.dataDir, 'files')).put(key, Buffer.from('фото'))
  await query(`insert into chats (account_id, organisation_id) values ($1, $2)`, [id, world.organisationId])
  await query(
    `insert into chat_files (account_id, uploaded_by_id, name, type, size_bytes, store_key)
     values ($1, $1, '../чек.txt', 'txt', 8, $2), ($1, $1, 'нет.txt', 'txt', 8, 'chat-files/export/gone.txt')`,
    [id, key],
  )
  const { person, held } = await call(personHeldData, { id }, admin)
  expect(person).toMatchObject({ name: 'Пётр Выгружаев', login: 'petr@buyer.example', state: 'enabled' })
  expect(held.map(({ title }) => title)).toContain('Файлы чата')
  const response = await admin.send(endpointAddress(exportPersonData, { id }), { method: 'GET' })
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/zip'])
  const files = await unzipped(Buffer.from(await response.arrayBuffer()))
  expect(Object.keys(files).map((name) => name.replace(/\d+ /, ''))).toEqual(['Данные.json', 'Файлы/..-чек.txt'])
  expect(Object.values(files)[1]).toBe('фото')
  const data = JSON.parse(files['Данные.json'] ?? '') as Record<string, Record<string, unknown>[]>
  expect(data['Учётная запись']?.[0]).toMatchObject({ name: 'Пётр Выгружаев' })
  expect(files['Данные.json']).not.toMatch(/password_hash|store_key|argon2/)
  expect(
    await query(`select action from audit_log where object_type = 'account' and object_id = $1`, [String(id)]),
  ).toEqual([{ action: 'account.exported' }])
  await expect(call(personHeldData, { id: 999_999 }, admin)).rejects.toMatchObject({ code: 'notFound' })
})

test('an administrator erases a person by their own password once, and sees what the law keeps', async () => {
  const id = await employee('Вера Стираева', 'vera@buyer.example')
  await query(`insert into consents (kind, text_version, address, account_id) values ('personal-data', '1', 'x', $1)`, [
    id,
  ])
  const visitor = await signedIn(portal, id)
  await expect(call(erasePersonData, { id, password: 'чужой пароль' }, admin)).rejects.toMatchObject({
    code: 'wrongPassword',
  })
  expect(await query('select name from accounts where id = $1', [id])).toEqual([{ name: 'Вера Стираева' }])
  const { stays } = await call(erasePersonData, { id, password }, admin)
  expect(stays.map(({ title }) => title)).toContain('Согласия')
  expect(stays.every((each) => each.stays !== '')).toBe(true)
  expect(await query('select name, login::text, enabled from accounts where id = $1', [id])).toEqual([
    { name: 'Данные стёрты', login: `deleted:${id}`, enabled: false },
  ])
  await expect(call(findDataPeople, { query: 'x' }, visitor)).rejects.toMatchObject({ status: 401 })
  const erasures = () =>
    query(`select id from audit_log where action = 'account.erased' and object_id = $1`, [String(id)])
  expect(await erasures()).toHaveLength(1)
  expect((await call(erasePersonData, { id, password }, admin)).stays).toEqual(stays)
  expect(await erasures()).toHaveLength(1)
  expect((await call(findDataPeople, { query: 'стёрты' }, admin)).items).toEqual([])

  const { organisationId } = await addOrganisation(portal.db, 'ООО «Один владелец»')
  const alone = await addAccount(portal.db, { role: 'owner', organisationId, password })
  await expect(call(erasePersonData, { id: alone, password }, admin)).rejects.toMatchObject({ code: 'lastOwner' })
})

test('terms of keeping have bounds, and one that somebody else has changed is not overwritten', async () => {
  const { terms } = await call(readRetentionPeriods, {}, admin)
  expect(terms.find(({ name }) => name === 'audit.keepDays')).toEqual({ name: 'audit.keepDays', days: 1095 })
  const save = (name: (typeof terms)[number]['name'], days: number | string, seen = terms) =>
    call(saveRetentionPeriods, { seen, terms: [{ name, days }] }, admin)
  for (const days of [364, 3651, '', '1e3', 400.5, 'год'])
    await expect(save('audit.keepDays', days)).rejects.toMatchObject({
      code: 'invalid',
      body: { fields: { 'audit.keepDays': 'Целое число от 365 до 3650' } },
    })
  const saved = (await save('personal.keep.deletedDays', ' 60 ')).terms
  expect(saved.find(({ name }) => name === 'personal.keep.deletedDays')?.days).toBe(60)
  expect((await save('personal.keep.deletedDays', 60)).terms).toEqual(saved)
  await expect(save('personal.keep.deletedDays', 90)).rejects.toMatchObject({ code: 'conflict' })
  expect((await call(readRetentionPeriods, {}, admin)).terms).toEqual(saved)
})

test('where a person signed in from is kept for its term; that they did, for as long as the trail', async () => {
  const id = await employee('Ольга Входова', 'olga@buyer.example')
  const visitor = await signedIn(portal, id)
  const signedInDaysAgo = (days: number, address: string) =>
    query(
      `with kept as (
         insert into audit_values (id, at, subject_type, subject_id, value)
         values (gen_random_uuid(), now() - make_interval(days => $2), 'account', $1::text, to_jsonb($3::text))
         returning id)
       insert into audit_log (at, origin, account_id, action, object_type, object_id, changes)
       select now() - make_interval(days => $2), 'web', $1::int, 'sign-in.succeeded', 'account', $1::text,
         jsonb_build_object('networkAddress', jsonb_build_object('before', null, 'after', id, 'personal', true))
         from kept`,
      [id, days, address],
    )
  await signedInDaysAgo(380, '192.0.2.1')
  await signedInDaysAgo(300, '192.0.2.2')
  const addresses = async () =>
    (await query(`select value from audit_values where subject_id = $1 order by at`, [String(id)])) as {
      value: string
    }[]
  await purgeAuditLog(portal.db)
  expect((await addresses()).map(({ value }) => value)).toEqual(['192.0.2.2'])
  expect(await query(`select id from audit_log where object_id = $1`, [String(id)])).toHaveLength(2)
  expect((await call(ownSignIns, {}, visitor)).items.map(({ address }) => address)).toEqual(['192.0.2.2'])
})
