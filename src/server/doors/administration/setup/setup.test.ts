import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { signIn } from '#shared/api/account/access.ts'
import type { Endpoint, InputOf } from '#shared/api/endpoint.ts'
import { saveSeller } from '#shared/api/staff/sellers.ts'
import * as api from '#shared/api/account/setup.ts'
import { accounts } from '#server/platform/db/schema/access.ts'
import { contracts, contragents } from '#server/platform/db/schema/organisations.ts'
import { portalSetup, setupTokens } from '#server/platform/db/schema/administration.ts'
import { attachmentsLock } from '#server/doors/exchange/work/locks.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { client1c, expectOk } from '#tests/support/client-1c.ts'
import { exchangeEnded, picture, zipOf } from '#tests/support/exchange.ts'
import { classifierXml, importXml, offersXml, offerXml, pricesXml, stocksXml } from '#tests/support/export-1c.ts'
import { addAccount, addPriceTypes, addWarehouses, signedIn } from '#tests/support/fixtures.ts'
import { until } from '#tests/support/wait.ts'
import { truncateTables } from '#tests/support/truncate.ts'
import { call } from '#web/api/client.ts'
import { runStaff } from '../cli.ts'
import { issueSetupToken } from './token.ts'

let portal: TestApp
let token: string
beforeAll(
  async () => void (portal = await startTestApp({ env: { TRUST_PROXY: '1', BASE_URL: 'https://opt.example/' } })),
)
afterAll(() => portal.close())
beforeEach(async () => void (token = (await issueSetupToken(portal)) ?? ''))
afterEach(() =>
  truncateTables(portal.pool, [
    'portal_setup',
    'setup_tokens',
    'attempts',
    'accounts',
    'organisations',
    'sellers',
    'price_types',
    'warehouses',
    'exchange_sessions',
  ]),
)

const oleg = { name: 'Олег Старков', login: 'oleg@opt.example', password: 'Сосновый бор 41' }

/** The error of a refused call. */
async function refusal<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  visitor: Pick<Visitor, 'send'> = portal.visitor(),
) {
  const error = (await call(endpoint, input, visitor).catch((caught: unknown) => caught)) as {
    status: number | 'success'
    body?: { fields?: Record<string, string> }
  }
  return { status: error.status, fields: error.body?.fields }
}

/** A guest from another address. */
function guestFrom(address: string): Pick<Visitor, 'send'> {
  const { send } = portal.visitor()
  return {
    send: (path, init) =>
      send(path, { ...init, headers: { ...(init.headers as Record<string, string>), 'x-forwarded-for': address } }),
  }
}

async function administrator(): Promise<Visitor> {
  await call(api.makeAdministrator, { token, ...oleg }, portal.visitor())
  return portal.visitor().signIn(oleg.login, oleg.password)
}

describe('the one-time setup link', () => {
  test('is stored only as a hash and is new at each start; all links work until an administrator exists', async () => {
    const second = (await issueSetupToken(portal)) ?? ''
    expect(token).toMatch(/^[\w-]{43}$/)
    expect(second).not.toBe(token)
    const stored = await portal.db.execute(
      sql`select encode(token_hash, 'base64') as base64, encode(token_hash, 'escape') as escaped from setup_tokens`,
    )
    expect(JSON.stringify(stored.rows)).not.toContain(token)
    for (const each of [token, second]) await call(api.checkSetupToken, { token: each }, portal.visitor())
    await administrator()
    for (const each of [token, second])
      expect(await refusal(api.checkSetupToken, { token: each })).toMatchObject({ status: 404 })
    expect(await issueSetupToken(portal)).toBeUndefined()
  })

  test('twenty links are kept, the oldest are deleted', async () => {
    for (let starts = 0; starts < 20; starts += 1) await issueSetupToken(portal)
    expect(await portal.db.select().from(setupTokens)).toHaveLength(20)
    expect(await refusal(api.checkSetupToken, { token })).toMatchObject({ status: 404 })
  })

  test('is 404 with a wrong token; after ten wrong tokens an address is admitted only with a right one', async () => {
    for (const wrong of ['', 'x', `${token}x`, token.slice(1), token.toLowerCase(), '\uFFFD', 'я'.repeat(200)]) {
      expect(await refusal(api.checkSetupToken, { token: wrong }, guestFrom('198.51.100.1')), wrong).toMatchObject({
        status: 404,
      })
    }
    const guesses = Array.from({ length: 30 }, (_, index) =>
      refusal(api.makeAdministrator, { token: `guess ${index}`, ...oleg }, guestFrom('198.51.100.1')),
    )
    expect((await Promise.all(guesses)).filter(({ status }) => status === 404)).toHaveLength(3)
    const wrong = (address: string) => refusal(api.checkSetupToken, { token: 'guess' }, guestFrom(address))
    expect(await wrong('198.51.100.1')).toMatchObject({ status: 429 })
    expect(await wrong('198.51.100.2')).toMatchObject({ status: 404 })
    await call(api.checkSetupToken, { token }, guestFrom('198.51.100.1'))
    expect(await portal.db.select().from(accounts)).toEqual([])
  })

  test('creates one administrator, also in a race', async () => {
    const racers = Array.from({ length: 8 }, (_, index) =>
      refusal(
        api.makeAdministrator,
        { token, ...oleg, login: `racer${index}@opt.example` },
        guestFrom(`198.51.100.${index}`),
      ),
    )
    expect(Map.groupBy(await Promise.all(racers), ({ status }) => status)).toEqual(
      new Map<unknown, unknown>([
        ['success', [expect.anything()]],
        [404, Array.from({ length: 7 }, () => expect.anything() as unknown)],
      ]),
    )
    expect(await portal.db.select().from(accounts)).toMatchObject([{ role: 'admin', enabled: true }])
    expect(await portal.db.select().from(setupTokens)).toEqual([])
  })

  test('refuses invalid input with the field named, and stays valid', async () => {
    const faults = async (part: Partial<typeof oleg>) => refusal(api.makeAdministrator, { token, ...oleg, ...part })
    expect(await faults({ name: ' ', login: 'oleg' })).toEqual({
      status: 400,
      fields: { name: 'Укажите имя', login: 'Укажите адрес электронной почты' },
    })
    expect(await faults({ password: 'короткий' })).toEqual({
      status: 400,
      fields: { password: 'Пароль короче 10 знаков' },
    })
    await addAccount(portal.db, { role: 'sales', login: oleg.login })
    expect(await faults({})).toEqual({ status: 400, fields: { login: `Логин ${oleg.login} уже занят` } })
    await call(api.makeAdministrator, { token, ...oleg, login: 'other@opt.example' }, portal.visitor())
  })

  test('ends when the command line adds an administrator, and is never issued if one exists', async () => {
    const output = { print: () => undefined, printError: () => undefined }
    await runStaff(
      ['add', '--login', 'a@opt.example', '--role', 'admin', '--password', 'Сосновый бор 41'],
      { DATABASE_URL: portal.url },
      output,
    )
    expect(await refusal(api.makeAdministrator, { token, ...oleg })).toMatchObject({ status: 404 })
    await portal.db.delete(portalSetup)
    expect(await issueSetupToken(portal)).toBeUndefined()
    const admin = await portal.visitor().signIn('a@opt.example', 'Сосновый бор 41')
    expect((await call(api.readSetup, {}, admin)).setup).toBeNull()
    expect(await refusal(api.makeExchangeAccount, {}, admin)).toMatchObject({ status: 404 })
  })
})

const contract = {
  company: 'ООО «Вектор»',
  inn: '7707083893',
  number: '114-О',
  date: '12.01.2026',
  price_type: 'price-type-1',
  rrc_type: 'price-type-2',
  warehouses: ['warehouse-2', 'warehouse-1'],
  owner: 'gromov@vektor.example',
}

describe('the steps', () => {
  test('are open to administrators only', async () => {
    await administrator()
    const sales = await signedIn(portal, await addAccount(portal.db, { role: 'sales' }))
    for (const [visitor, status] of [
      [portal.visitor(), 401],
      [sales, 403],
    ] as const) {
      expect(await refusal(api.readSetup, {}, visitor)).toMatchObject({ status })
      expect(await refusal(api.makeExchangeAccount, {}, visitor)).toMatchObject({ status })
      expect(await refusal(api.makeFirstContract, contract, visitor)).toMatchObject({ status })
      expect(await refusal(api.renewOwnerPassword, {}, visitor)).toMatchObject({ status })
      expect(await refusal(api.finishSetup, {}, visitor)).toMatchObject({ status })
    }
  })

  test('create one account for 1C, show its password once and renew it only on request', async () => {
    await addAccount(portal.db, { role: 'sales', login: '1C' })
    const admin = await administrator()
    const made = await Promise.all(Array.from({ length: 4 }, () => call(api.makeExchangeAccount, {}, admin)))
    expect(new Set(made.map(({ account }) => account.login))).toEqual(new Set(['1c-2']))
    const passwords = made.flatMap(({ account }) => account.password ?? [])
    expect(passwords).toHaveLength(1)
    const { setup } = await call(api.readSetup, {}, admin)
    expect(setup).toMatchObject({
      exchange_address: 'https://opt.example/1c-exchange',
      exchange_account: {
        login: '1c-2',
        created_at: expect.stringMatching(/^\d{4}-/) as string,
        last_sign_in: null,
        refused_sign_ins: 0,
      },
      export: { state: 'waiting' },
    })
    const enter = (password: string) => client1c(portal.origin, { login: '1c-2', password }).checkauth()
    expect(await enter('wrong')).toMatch(/^failure/)
    expect((await call(api.readSetup, {}, admin)).setup?.exchange_account).toMatchObject({
      last_sign_in: null,
      refused_sign_ins: 1,
    })
    expectOk(await enter(passwords[0] ?? ''))
    const entered = (await call(api.readSetup, {}, admin)).setup
    expect(entered).toMatchObject({
      exchange_account: { last_sign_in: expect.stringMatching(/^\d{4}-/) as string, refused_sign_ins: 0 },
      export: { state: 'connected' },
    })
    const { account } = await call(api.makeExchangeAccount, { renew: true }, admin)
    expect(await enter(passwords[0] ?? '')).toMatch(/^failure/)
    expectOk(await enter(account.password ?? ''))
  })

  test('show progress of the first export by kind of record; a rejected record does not stop it', async () => {
    const admin = await administrator()
    const { account } = await call(api.makeExchangeAccount, {}, admin)
    const read = async () => (await call(api.readSetup, {}, admin)).setup
    const client = client1c(portal.origin, { login: account.login, password: account.password ?? '' })
    expectOk(await client.checkauth())
    await client.init()
    expectOk(
      await client.send(
        'import0_1.xml',
        Buffer.from(
          importXml([{ id: 'g1' }, { id: 'g2' }, { id: 'g3', name: '' }], {
            full: true,
            classifier: classifierXml({ groups: group('Дрели') + group('Круги') }),
          }),
        ),
      ),
    )
    expect((await read())?.export).toMatchObject({
      state: 'running',
      files: [{ name: 'import0_1.xml', state: 'receiving' }],
      last_seen_at: expect.stringMatching(/^\d{4}-/) as string,
      per_second: null,
    })
    expectOk((await client.import('import0_1.xml')).at(-1) ?? '')
    expect((await read())?.export.kinds).toMatchObject([
      { kind: 'groups', accepted: 2 },
      { kind: 'goods', accepted: 2, rejected: 1, state: 'done' },
      { kind: 'offers', state: 'waiting' },
      { kind: 'prices' },
      { kind: 'stocks' },
    ])
    const offers = offersXml(
      ['g1', 'g2'].map((id) => offerXml(id, `${pricesXml({ retail: '100', whole: '80' })}${stocksXml({ main: 5 })}`)),
    )
    expectOk(await client.send('offers0_1.xml', Buffer.from(offers)))
    expectOk((await client.import('offers0_1.xml')).at(-1) ?? '')
    expectOk(await client.complete())
    await exchangeEnded(portal.pool)
    const done = await read()
    expect(done?.export).toMatchObject({
      state: 'done',
      kinds: [
        { kind: 'groups' },
        { kind: 'goods' },
        { kind: 'offers', accepted: 2 },
        { kind: 'prices', accepted: 4 },
        { kind: 'stocks', accepted: 2 },
      ],
      rejected: { count: 1, reasons: [{ reason: 'У товара нет наименования', count: 1 }], items: [{ code: 'g3' }] },
    })
    expect(done?.price_types).toHaveLength(2)
    expect(done?.warehouses).toMatchObject([{ code: 'main' }])
    // A smaller later export does not replace it.
    expectOk(await client.checkauth())
    await client.init()
    expectOk(await client.send('import0_1.xml', Buffer.from(importXml([{ id: 'g1', name: 'Другое имя' }]))))
    expectOk((await client.import('import0_1.xml')).at(-1) ?? '')
    expectOk(await client.complete())
    await exchangeEnded(portal.pool)
    expect((await read())?.export.kinds[3]).toMatchObject({ accepted: 4 })
  })

  test('an archive with pictures left to process is shown as such until they are done', async () => {
    const admin = await administrator()
    const { account } = await call(api.makeExchangeAccount, {}, admin)
    const read = async () => (await call(api.readSetup, {}, admin)).setup?.export
    const client = client1c(portal.origin, { login: account.login, password: account.password ?? '' })
    expectOk(await client.checkauth())
    await client.init()
    const red = await picture('red', 8)
    const pictures = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`import_files/a/${at}.jpg`, red]))
    expectOk(await client.send('v8_1.zip', await zipOf({ 'import0_1.xml': importXml([{ id: 'g1' }]), ...pictures })))
    // Simulates another process that is importing pictures.
    const holder = await portal.pool.connect()
    try {
      await holder.query('select pg_advisory_lock($1, $2)', [...attachmentsLock])
      expectOk((await client.import('import0_1.xml')).at(-1) ?? '')
      expectOk(await client.complete())
      const coming = await until(read, (each) => each?.state === 'done')
      expect(coming?.files).toMatchObject([
        { name: 'v8_1.zip', state: 'attachments', total: null },
        { name: 'import0_1.xml', state: 'done' },
      ])
    } finally {
      await holder.query('select pg_advisory_unlock($1, $2)', [...attachmentsLock])
      holder.release()
    }
    await exchangeEnded(portal.pool)
    expect((await read())?.files).toMatchObject([
      { name: 'v8_1.zip', state: 'done' },
      { name: 'import0_1.xml', state: 'done' },
    ])
  })

  test('a broken file from 1C is shown with the reason', async () => {
    const admin = await administrator()
    const { account } = await call(api.makeExchangeAccount, {}, admin)
    const client = client1c(portal.origin, { login: account.login, password: account.password ?? '' })
    expectOk(await client.checkauth())
    await client.init()
    expectOk(await client.send('import0_1.xml', Buffer.from('<КоммерческаяИнформация><Каталог>')))
    await client.import('import0_1.xml')
    await client.complete()
    await exchangeEnded(portal.pool)
    expect((await call(api.readSetup, {}, admin)).setup?.export).toMatchObject({
      state: 'failed',
      files: [{ name: 'import0_1.xml', state: 'failed', error: expect.stringMatching(/[а-я]/) as string }],
    })
  })

  test('the first contract sells the imported goods, its owner can sign in; a repeat makes no second one', async () => {
    const admin = await administrator()
    expect(await refusal(api.makeFirstContract, contract, admin)).toEqual({
      status: 400,
      fields: { price_type: 'Тип цены «price-type-1» не найден: сначала загрузите выгрузку 1С' },
    })
    const [wholesale, retail] = await addPriceTypes(portal.db, ['Оптовая', 'РРЦ'])
    await addWarehouses(portal.db, ['Юг, Ростов', 'Основной'])
    const { setup } = await call(api.readSetup, {}, admin)
    const input = {
      ...contract,
      price_type: codeOf(setup?.price_types, 'Оптовая'),
      rrc_type: codeOf(setup?.price_types, 'РРЦ'),
      warehouses: [codeOf(setup?.warehouses, 'Юг, Ростов'), codeOf(setup?.warehouses, 'Основной')],
    }
    const made = await Promise.all([
      call(api.makeFirstContract, input, admin),
      call(api.makeFirstContract, input, admin),
    ])
    const passwords = made.flatMap(({ owner }) => owner.password ?? [])
    expect(passwords).toHaveLength(1)
    expect(await portal.db.select().from(contracts)).toMatchObject([
      { number: '114-О', signedOn: '2026-01-12', priceTypeId: wholesale, rrcTypeId: retail },
    ])
    expect(await portal.db.select().from(contragents)).toMatchObject([{ company: 'ООО «Вектор»', inn: '7707083893' }])
    expect((await call(api.readSetup, {}, admin)).setup?.contract).toEqual({
      company: 'ООО «Вектор»',
      inn: '7707083893',
      number: '114-О',
      owner: contract.owner,
    })
    await call(signIn, { login: contract.owner, password: passwords[0] ?? '' }, portal.visitor())
    const { owner } = await call(api.renewOwnerPassword, {}, admin)
    await call(signIn, { login: contract.owner, password: owner.password ?? '' }, portal.visitor())
    expect(await refusal(signIn, { login: contract.owner, password: passwords[0] ?? '' })).toMatchObject({
      status: 401,
    })
  })

  test('an invalid contract is refused with the field named', async () => {
    const admin = await administrator()
    const [code] = await addPriceTypes(portal.db, ['Оптовая'])
      .then(() => call(api.readSetup, {}, admin))
      .then(({ setup }) => setup?.price_types.map((each) => each.code) ?? [])
    const fields = async (part: Partial<typeof contract> & { kpp?: string }) =>
      (await refusal(api.makeFirstContract, { ...contract, price_type: code ?? '', rrc_type: '', ...part }, admin))
        .fields
    expect(await fields({ inn: '7707083894' })).toEqual({ inn: 'ИНН 7707083894 неверен: проверьте цифры' })
    expect(await fields({ kpp: '77' })).toEqual({ kpp: 'КПП 77 неверен' })
    expect(await fields({ warehouses: ['нет такого'] })).toHaveProperty('warehouses')
    expect(await fields({ owner: 'gromov', number: '', warehouses: [], company: '' })).toEqual({
      owner: 'Укажите адрес электронной почты',
      number: 'Укажите номер договора',
      warehouses: 'Отметьте хотя бы один склад',
      company: 'Укажите название',
    })
    expect(
      await fields({
        owner: oleg.login,
        warehouses: await addWarehouses(portal.db, ['Основной'])
          .then(() => call(api.readSetup, {}, admin))
          .then(({ setup }) => setup?.warehouses.map((each) => each.code) ?? []),
      }),
    ).toEqual({ owner: `Логин ${oleg.login} занят и не принадлежит владельцу организации` })
    expect(await portal.db.select().from(contracts)).toEqual([])
  })

  test('finishing closes the setup for good: its calls, its link and at the next start', async () => {
    const admin = await administrator()
    await call(saveSeller, { company: 'ООО «Опт»', inn: '7707083893' }, admin)
    expect((await call(api.readSetup, {}, admin)).setup).toMatchObject({
      administrator: { name: oleg.name, login: oleg.login },
      seller: { company: 'ООО «Опт»', inn: '7707083893' },
      contract: null,
    })
    await Promise.all([call(api.finishSetup, {}, admin), call(api.finishSetup, {}, admin)])
    expect((await call(api.readSetup, {}, admin)).setup).toBeNull()
    expect(await refusal(api.makeExchangeAccount, {}, admin)).toMatchObject({ status: 404 })
    expect(await refusal(api.makeFirstContract, contract, admin)).toMatchObject({ status: 404 })
    expect(await refusal(api.renewOwnerPassword, {}, admin)).toMatchObject({ status: 404 })
    await portal.db.execute(sql`delete from accounts`)
    expect(await issueSetupToken(portal)).toBeUndefined()
    expect(await refusal(api.makeAdministrator, { token, ...oleg })).toMatchObject({ status: 404 })
  })
})

const codeOf = (known: { code: string; name: string }[] | undefined, name: string): string =>
  known?.find((each) => each.name === name)?.code ?? ''

const group = (name: string) => `<Группа><Ид>group ${name}</Ид><Наименование>${name}</Наименование></Группа>`
