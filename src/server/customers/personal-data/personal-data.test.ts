import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signIn } from '#shared/api/account/access.ts'
import { erasePersonalData, exportPersonalData, heldData } from '#shared/api/account/personal-data.ts'
import { exportPersonData } from '#shared/api/account/people-data.ts'
import { endpointAddress } from '#shared/api/address.ts'
import { notifications } from '#shared/api/notifications.ts'
import { sendChat } from '#shared/api/talk/chat.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { addAccount, addOrganisation, createWorld, signedIn, type World } from '#tests/support/fixtures.ts'
import { unzipped } from '#tests/support/formats/unzipped.ts'
import { call } from '#web/api/client.ts'
import { purgeRegistrations } from '#server/customers/registration/purge.ts'
import { purgeOldMails } from '#server/platform/mail/service.ts'
import { openLocalStore } from '#server/platform/files/store.ts'
import { writeSetting } from '#server/platform/settings.ts'
import { tables } from './columns.ts'
import { eraseDeletedPeople } from './erase-deleted.ts'
import { plainTables } from './plain-columns.ts'

let portal: TestApp
let world: World
beforeAll(async () => {
  portal = await startTestApp()
  world = await createWorld(portal.db)
})
afterAll(() => portal.close())

const password = 'Сосновый бор 41'
const query = (sql: string, values: unknown[] = []) => portal.pool.query<Record<string, unknown>>(sql, values)

/** A person with something in every place where the portal keeps what people write. */
async function addTraced(canary: string) {
  const login = `${canary}@buyer.example`
  const { organisationId, contractId, contragentId } = world
  const id = await addAccount(portal.db, {
    role: 'manager',
    organisationId,
    contractIds: [contractId],
    login,
    password,
    name: `Имя ${canary}`,
  })
  const [productId, warehouseId] = [world.productIds[0], world.warehouseIds[0]]
  await query('update accounts set phone = $2 where id = $1', [id, canary])
  const visitor = portal.visitor()
  await call(signIn, { login, password }, visitor)
  await query('update sessions set user_agent = $2 where account_id = $1', [id, canary])
  await query(
    `with draft as (insert into drafts (account_id, contract_id, header) values ($1, $2, $3::text) returning id)
     insert into draft_lines (draft_id, product_id, position, quantity_milli, price_kopecks, step_milli, warehouse_ids,
       note)
     select id, $4, 0, 1000, 100, 1000, array[$5::int], $3::text from draft`,
    [id, contractId, canary, productId, warehouseId],
  )
  await query('insert into saved_filters (account_id, name, address) values ($1, $2, $2)', [id, canary])
  await query('insert into favourite_lists (account_id, name) values ($1, $2)', [id, canary])
  await query(`insert into notifications (account_id, kind, title, event_key) values ($1, 'order', $2, $2)`, [
    id,
    canary,
  ])
  await query('insert into mails (recipient, subject, text, event_key) values ($1, $2, $2, $2)', [login, canary])
  await query(`insert into attempts (key) values ($1)`, [`reminder-to:${login}`])
  await query(
    `with asked as (
       insert into registration_requests (status, company, full_name, inn, ogrn, legal_address, actual_address,
         head_name,
         contact_name, phone, email, password_hash, decided_at, organisation_id, contragent_id, contract_id, account_id)
       values ('approved', 'ООО', 'ООО', '7707083893', '1', 'Москва', 'Москва', $2::text, $2::text, $2::text, $2::text,
         $2::text, now(), $3, $4, $5, $1)
       returning id)
     insert into registration_events (request_id, kind, text) select id, 'answered', $2::text from asked`,
    [id, canary, organisationId, contragentId, contractId],
  )
  await query(`insert into consents (kind, text_version, address, account_id) values ('personal-data', '1', $2, $1)`, [
    id,
    canary,
  ])
  await query(
    `with placed as (
       insert into orders (number, organisation_id, contract_id, account_id, state, sum_kopecks, comment,
         delivery_method_id)
       values (($1::int)::text, $3, $4, $1, 1, 100, $2::text,
         (select min(id) from delivery_methods)) returning id)
     insert into order_events (order_id, state, author, account_id) select id, 1, $2::text, $1 from placed`,
    [id, canary, organisationId, contractId],
  )
  return { id, login, visitor }
}

/** Columns of the whole database that contain a text. */
async function findText(text: string): Promise<string[]> {
  const found: string[] = []
  for (const table of [...Object.keys(tables), ...Object.keys(plainTables)]) {
    const { rows } = await query(
      `select distinct field.key from ${table} t, jsonb_each(to_jsonb(t)) field where field.value::text like $1`,
      [`%${text}%`],
    )
    found.push(...rows.map(({ key }) => `${table}.${String(key)}`))
  }
  return found.toSorted()
}

const lawful = Object.entries(tables).flatMap(([table, { law = '' }]) =>
  law.split(/\s+/).map((column) => `${table}.${column}`),
)

test('a person downloads what is kept about them with the files they sent, and nothing of others', async () => {
  const { visitor, login, id } = await addTraced('kanareyka-a')
  await addTraced('kanareyka-b')
  const key = 'chat-files/own/photo.jpg'
  await openLocalStore(join(portal.config.dataDir, 'files')).put(key, Buffer.from('снимок'))
  await query('insert into chats (account_id, organisation_id) values ($1, $2)', [id, world.organisationId])
  await query(
    `insert into chat_files (account_id, uploaded_by_id, name, type, size_bytes, store_key)
     values ($1, $1, 'шильдик.jpg', 'jpg', 12, $2)`,
    [id, key],
  )
  const file = await visitor.send(exportPersonalData.path, {})
  expect(file.headers.get('cache-control')).toContain('no-store')
  expect(decodeURIComponent(file.headers.get('content-disposition') ?? '')).toContain('Мои данные')
  const files = await unzipped(Buffer.from(await file.arrayBuffer()))
  expect(Object.keys(files).map((name) => name.replace(/\d+ /, ''))).toEqual(['Данные.json', 'Файлы/шильдик.jpg'])
  expect(Object.values(files)[1]).toBe('снимок')
  const text = files['Данные.json'] ?? ''
  const data = JSON.parse(text) as Record<string, Record<string, unknown>[]>
  expect(data['Учётная запись']?.[0]).toMatchObject({ login, name: 'Имя kanareyka-a', phone: 'kanareyka-a' })
  for (const heading of ['Черновики и шаблоны', 'Письма портала', 'Заявка на регистрацию', 'Заказы', 'Согласия'])
    expect(JSON.stringify(data[heading]), heading).toContain('kanareyka-a')
  expect(text).not.toContain('kanareyka-b')
  expect(text).not.toMatch(/password_hash|token_hash|argon2/)
})

test('notes of staff in the chat, their files and notes on calls stay with staff, and are erased', async () => {
  const { visitor, id } = await addTraced('kanareyka-n')
  const admin = await signedIn(portal, world.adminId)
  const store = openLocalStore(join(portal.config.dataDir, 'files'))
  await query('insert into chats (account_id, organisation_id) values ($1, $2)', [id, world.organisationId])
  const say = async (text: string, note: boolean, file: string) => {
    await store.put(`chat-files/notes/${file}`, Buffer.from(text))
    await query(
      `with said as (
         insert into chat_messages (account_id, author_id, author, from_staff, note, message)
         values ($1, $2, 'Анна', true, $3, $4) returning id)
       insert into chat_files (account_id, uploaded_by_id, message_id, name, type, size_bytes, store_key)
       select $1, $2, id, $5::text, 'txt', 8, 'chat-files/notes/' || $5::text from said`,
      [id, world.adminId, note, text, file],
    )
  }
  await say('Счёт во вложении', false, 'schet.txt')
  await say('Платит плохо, не отгружать', true, 'dosje.txt')
  await store.put('chat-files/notes/unsent.txt', Buffer.from('не отправлен'))
  await query(
    `insert into chat_files (account_id, uploaded_by_id, name, type, size_bytes, store_key)
     values ($1, $2, 'unsent.txt', 'txt', 8, 'chat-files/notes/unsent.txt')`,
    [id, world.adminId],
  )
  await query(
    `insert into callbacks (account_id, organisation_id, phone, name, note, result)
     values ($1, $2, '+7', 'Ольга', 'Просит скидку', 'Отказали')`,
    [id, world.organisationId],
  )
  const own = await visitor.send(exportPersonalData.path, {})
  const byAdmin = await admin.send(endpointAddress(exportPersonData, { id }), { method: 'GET' })
  for (const response of [own, byAdmin]) {
    const files = await unzipped(Buffer.from(await response.arrayBuffer()))
    expect(Object.keys(files).map((name) => name.replace(/\d+ /, ''))).toEqual(['Данные.json', 'Файлы/schet.txt'])
    expect(files['Данные.json']).toContain('Счёт во вложении')
    expect(files['Данные.json']).not.toMatch(/Платит плохо|dosje|unsent|Просит скидку|Отказали/)
  }
  const { held } = await call(heldData, {}, visitor)
  expect(held.filter(({ title }) => title.endsWith('чата')).map(({ count }) => count)).toEqual([1, 1])
  await call(erasePersonalData, { password }, visitor)
  expect((await query('select from chat_messages where account_id = $1', [id])).rowCount).toBe(0)
  expect((await query('select from chat_files where account_id = $1', [id])).rowCount).toBe(0)
})

test('erasing takes the password, ends the account, leaves only what the law keeps and lists it', async () => {
  const { visitor, login, id } = await addTraced('kanareyka-c')
  const other = await addTraced('kanareyka-d')
  const before = await findText('kanareyka-d')
  await expect(call(erasePersonalData, { password: 'другой пароль' }, visitor)).rejects.toMatchObject({ status: 422 })
  const { held } = await call(heldData, {}, visitor)
  expect(held.find(({ title }) => title === 'Черновики и шаблоны')).toEqual({
    title: 'Черновики и шаблоны',
    count: 1,
    stays: '',
  })
  const { stays } = await call(erasePersonalData, { password }, visitor)
  expect(stays.map(({ title }) => title)).toEqual(expect.arrayContaining(['Заказы', 'События заказов', 'Согласия']))
  expect(stays.every(({ stays: why }) => why !== '')).toBe(true)

  expect((await findText('kanareyka-c')).filter((column) => !lawful.includes(column))).toEqual([])
  expect(await findText('kanareyka-c')).toEqual(expect.arrayContaining(['order_events.author', 'orders.comment']))
  const { rows } = await query(
    'select login::text, name, enabled, erased_at is not null as erased from accounts where id = $1',
    [id],
  )
  expect(rows).toEqual([{ login: `deleted:${id}`, name: 'Данные стёрты', enabled: false, erased: true }])
  expect((await query('select from consents where account_id = $1 and withdrawn_at is null', [id])).rowCount).toBe(0)
  await expect(call(heldData, {}, visitor)).rejects.toMatchObject({ status: 401 })
  await expect(call(signIn, { login, password }, portal.visitor())).rejects.toMatchObject({ status: 401 })
  const { rows: audited } = await query(
    `select action from audit_log where object_type = 'account' and object_id = $1 order by id desc limit 1`,
    [String(id)],
  )
  expect(audited).toEqual([{ action: 'account.erased' }])

  expect(await findText('kanareyka-d')).toEqual(before)
  await call(notifications, { page: 1, perpage: 10 }, other.visitor)
})

test('erasing removes name, phone and texts from notices to staff and their letters', async () => {
  const name = 'Зигфрид Эразмов'
  const { organisationId, contractId } = world
  const id = await addAccount(portal.db, { role: 'manager', organisationId, contractIds: [contractId], password, name })
  const other = await addAccount(portal.db, {
    role: 'manager',
    organisationId,
    contractIds: [contractId],
    name: 'Иной',
  })
  const [visitor, colleague] = [await signedIn(portal, id), await signedIn(portal, other)]
  for (const each of [visitor, colleague])
    await call(sendChat, { message: `Это ${each === visitor ? 'Эразмов' : 'Иной'}` }, each)
  await query(
    `insert into mails (recipient, subject, text, event_key, gather_until)
    select login, title, text, event_key, now() + interval '1 day' from notifications notice
    join accounts on accounts.id = notice.account_id where title like $1`,
    [`%${name}%`],
  )
  const notices = async () =>
    (await query('select title, text from notifications union all select subject, text from mails')).rows
  expect(JSON.stringify(await notices())).toContain(name)
  await call(erasePersonalData, { password }, visitor)
  expect(JSON.stringify(await notices())).not.toContain('Эразмов')
  expect(JSON.stringify(await notices())).toContain('Иной: сообщение в чате')
})

test('the last owner of an organisation and a visitor of the demo are not erased', async () => {
  const { organisationId } = await addOrganisation(portal.db, 'ООО «Один»')
  const alone = await signedIn(portal, await addAccount(portal.db, { role: 'owner', organisationId, password }))
  await expect(call(erasePersonalData, { password }, alone)).rejects.toMatchObject({ code: 'lastOwner' })
  const demo = await addOrganisation(portal.db, 'Посетители', { demo: true })
  const visitor = await signedIn(portal, await addAccount(portal.db, { role: 'manager', ...demo, password }))
  await expect(call(erasePersonalData, { password }, visitor)).rejects.toMatchObject({ status: 403 })
})

test('keeping ends by settings: rejected requests, consents, deleted people, letters, notifications', async () => {
  await query(
    `insert into registration_requests (status, company, full_name, inn, ogrn, legal_address, actual_address, head_name,
       contact_name, phone, email, password_hash, decided_at)
     values ('rejected', 'ООО «Отказ»', 'о', '7707083893', '1', 'м', 'м', 'kanareyka-e', 'kanareyka-e', '',
       'kanareyka-e', 'x',
       now() - interval '80 days')`,
  )
  await query(
    `insert into consents (kind, text_version, address, at)
      values ('offer', '1', 'kanareyka-e', now() - interval '3 years')`,
  )
  const gone = await addTraced('kanareyka-f')
  await query(
    `update accounts set login = 'deleted:' || id, deleted_at = now() - interval '25 days', enabled = false
      where id = $1`,
    [gone.id],
  )
  const day = (days: number) => ({ now: new Date(Date.now() + days * 86_400_000) })
  expect(await purgeRegistrations(portal, day(-10))).toMatchObject({ rejected: 0, consents: 0 })
  expect(await eraseDeletedPeople(portal, day(0))).toBe(0)
  expect(await purgeRegistrations(portal, day(11))).toMatchObject({ rejected: 1, consents: 1 })
  expect(await purgeRegistrations(portal, day(11))).toMatchObject({ rejected: 0, consents: 0 })
  expect(await findText('kanareyka-e')).toEqual([])
  expect(
    (
      await query(
        `select company, erased_at is not null as erased from registration_requests where status = 'rejected'`,
      )
    ).rows,
  ).toEqual([{ company: 'ООО «Отказ»', erased: true }])
  expect(await eraseDeletedPeople(portal, day(6))).toBe(1)
  expect(await eraseDeletedPeople(portal, day(6))).toBe(0)
  const left = (await findText('kanareyka-f')).filter((column) => !lawful.includes(column))
  // Letters went to a login that nobody has any more; their own term ends them.
  expect(left.filter((column) => !/^(mails|attempts)\./.test(column))).toEqual([])

  await query(
    `insert into mails (recipient, subject, text, event_key, created_at)
      values ('a@b.example', '', '', 'old', now() - interval '20 days')`,
  )
  expect(await purgeOldMails(portal)).toBe(0)
  await writeSetting(portal.db, 'personal.keep.mailDays', 14)
  expect(await purgeOldMails(portal)).toBe(1)
})

test('requests for access that nobody decided are closed and erased after their term', async () => {
  await query(
    `insert into registration_requests (status, company, full_name, inn, ogrn, legal_address, actual_address, head_name,
       contact_name, phone, email, password_hash, waiting_since)
     select status, 'ООО «Ждёт»', 'о', inn, '1', 'м', 'м', 'kanareyka-g', 'kanareyka-g', 'kanareyka-g',
       inn || '@kanareyka-g', 'x', now() - interval '170 days'
     from (values ('new', '1'), ('checking', '2'), ('data_requested', '3')) as r(status, inn)`,
  )
  await query(
    `insert into registration_events (request_id, kind, at, text) select id, 'data_requested', now(), 'kanareyka-g'
     from registration_requests where inn = '3'`,
  )
  await query(
    `insert into notifications (account_id, kind, title, text, event_key)
     select $1, 'registration', 'kanareyka-g', '', 'registration:' || id || ':submitted'
     from registration_requests where inn = '1'`,
    [world.adminId],
  )
  const day = (days: number) => ({ now: new Date(Date.now() + days * 86_400_000) })
  expect(await purgeRegistrations(portal, day(9))).toMatchObject({ forgotten: 0 })
  expect(await purgeRegistrations(portal, day(11))).toMatchObject({ forgotten: 2 })
  const open = await query(`select inn from registration_requests where contact_name = 'kanareyka-g'`)
  expect(open.rows).toEqual([{ inn: '3' }])
  expect(await purgeRegistrations(portal, day(181))).toMatchObject({ forgotten: 1 })
  expect(await purgeRegistrations(portal, day(181))).toMatchObject({ forgotten: 0 })
  const letters = await query(
    `select recipient, subject ~ '^Заявка З-\\d+ закрыта$' as closed, text from mails
      where recipient like '%kanareyka-g'
     order by recipient`,
  )
  expect(letters.rows).toEqual(
    ['1', '2', '3'].map((inn) => ({
      recipient: `${inn}@kanareyka-g`,
      closed: true,
      text: expect.stringContaining(
        'Заявка ООО «Ждёт» на доступ к порталу ждала 180 дней и закрыта без решения',
      ) as string,
    })),
  )
  const events = await query(
    `select e.account_id, count(*) from registration_events e join registration_requests r on r.id = e.request_id
     where r.company = 'ООО «Ждёт»' and e.kind = 'expired' group by 1`,
  )
  expect(events.rows).toEqual([{ account_id: null, count: 3 }])
  // The letter has its own retention period.
  expect(await findText('kanareyka-g')).toEqual(['mails.recipient'])
})
