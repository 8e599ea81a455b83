import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { truncateTables } from '#tests/support/truncate.ts'
import { accounts, sessions } from '#server/platform/db/schema/access.ts'
import {
  contracts,
  contractWarehouses,
  contragents,
  organisations,
  sellers,
} from '#server/platform/db/schema/organisations.ts'
import { startEmbedded } from '#server/platform/db/embedded.ts'
import { verifyPassword } from '#server/customers/accounts/passwords/passwords.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { emptyAuditLog } from '#tests/support/audited/audit.ts'
import { addPriceTypes, addSession, addWarehouses } from '#tests/support/fixtures.ts'
import { runStaff } from './cli.ts'

let portal: TestApp
let warehouseIds: number[]
let typeIds: number[]

beforeAll(async () => {
  portal = await startTestApp()
  warehouseIds = await addWarehouses(portal.db, ['Основной', 'Юг, Ростов'])
  typeIds = await addPriceTypes(portal.db, ['Оптовая', 'РРЦ', 'Дилер', 'дилер'])
})
afterAll(() => portal.close())
beforeEach(() => truncateTables(portal.pool, ['organisations', 'accounts']))

async function staff(line: string[], env: Record<string, string> = { DATABASE_URL: portal.url }) {
  const output: string[] = []
  const stderr: string[] = []
  const code = await runStaff(line, env, {
    print: (text) => output.push(text),
    printError: (text) => stderr.push(text),
  })
  return { code, stdout: output.join('\n'), stderr: stderr.join('\n') }
}

const minimal = [
  'contract',
  '--inn',
  '7707083893',
  '--number',
  'Д-7',
  '--price-type',
  'оптовая',
  '--warehouses',
  'Юг, Ростов',
  '--warehouses',
  'Основной',
  '--owner',
  'boss@buyer.example',
]

describe('add', () => {
  test('the first administrator can sign in with the printed password', async () => {
    const { code, stdout } = await staff(['add', '--login', 'admin@opt.example', '--name', 'Анна', '--role', 'admin'])
    expect(code).toBe(0)
    const password = /пароль (\S+)$/.exec(stdout)?.[1] ?? ''
    await expect(portal.visitor().signIn('admin@opt.example', password)).resolves.toBeDefined()
  })

  test('a given password is not printed; a taken login and invalid options are refused in Russian', async () => {
    const add = ['add', '--login', '1c@opt.example', '--role', 'exchange', '--password', 'long enough secret']
    expect(await staff(add)).toMatchObject({ code: 0, stdout: 'Добавлено: 1c@opt.example' })
    expect(await staff(add)).toMatchObject({ code: 1, stderr: expect.stringContaining('уже занят') as string })
    expect(await staff(['add', '--login', 'x@opt.example', '--role', 'sales', '--password', 'short'])).toMatchObject({
      code: 1,
      stderr: 'Пароль короче 10 знаков',
    })
    expect(
      await staff(['add', '--login', 'x@opt.example', '--role', 'sales', '--password', 'gfhjkm2026!']),
    ).toMatchObject({ code: 1, stderr: expect.stringContaining('придумайте другой') as string })
    expect(
      await staff(['add', '--login', 'x@opt.example', '--role', 'exchange', '--password', '79168035297']),
    ).toMatchObject({ code: 1, stderr: expect.stringContaining('одних цифр') as string })
    expect(await staff(['add', '--login', 'x@opt.example', '--role', 'owner'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Роль «owner» неизвестна') as string,
    })
    expect(await staff(['add', '--role', 'sales'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Укажите --login') as string,
    })
    expect(await staff(['add', '--logn', 'x'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Неизвестный параметр --logn') as string,
    })
    expect(await staff([])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('npm run staff -- contract') as string,
    })
  })
})

test('password: changing it ends all sessions', async () => {
  await staff(['add', '--login', 'a@opt.example', '--role', 'sales', '--password', 'the first password'])
  const [account] = await portal.db.select().from(accounts)
  await addSession(portal.db, account?.id ?? 0)
  expect(await staff(['password', '--login', 'A@opt.example', '--password', 'the second password'])).toMatchObject({
    code: 0,
  })
  expect(await portal.db.select().from(sessions)).toEqual([])
  expect(await staff(['password', '--login', 'a@opt.example', '--password', 'Password2026'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('придумайте другой') as string,
  })
  const [changed] = await portal.db.select().from(accounts)
  expect(await verifyPassword(changed?.passwordHash, 'the second password')).toBe(true)
  expect(await staff(['password', '--login', 'nobody@opt.example'])).toMatchObject({
    code: 1,
    stderr: 'Учётной записи nobody@opt.example нет',
  })
})

describe('contract', () => {
  test('creates everything a first buyer needs, and the owner can sign in', async () => {
    const { code, stdout } = await staff([
      ...minimal,
      '--company',
      'ООО «Вектор»',
      '--kpp',
      '770701001',
      '--rrc-type',
      'РРЦ',
      '--date',
      '12.01.2026',
      '--payment',
      'отсрочка',
      '--deferral-days',
      '14',
      '--credit-limit',
      '150000,50',
    ])
    expect({ code, stdout }).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        /^Добавлен договор Д-7 — ООО «Вектор»\nВладелец: boss@buyer.example, пароль \S+$/,
      ) as string,
    })
    const [contract] = await portal.db.select().from(contracts)
    expect(contract).toMatchObject({
      number: 'Д-7',
      signedOn: '2026-01-12',
      priceTypeId: typeIds[0],
      rrcTypeId: typeIds[1],
      payment: 'deferred',
      deferralDays: 14,
      creditLimitKopecks: 15_000_050,
      status: 'active',
    })
    expect(await portal.db.select().from(contractWarehouses).orderBy(contractWarehouses.position)).toMatchObject([
      { warehouseId: warehouseIds[1] },
      { warehouseId: warehouseIds[0] },
    ])
    expect(await portal.db.select().from(contragents)).toMatchObject([
      { inn: '7707083893', kpp: '770701001', company: 'ООО «Вектор»', legalForm: 'ООО' },
    ])
    await expect(
      portal.visitor().signIn('boss@buyer.example', /пароль (\S+)$/.exec(stdout)?.[1] ?? ''),
    ).resolves.toBeDefined()
  })

  test('repeating changes nothing, and only given fields change', async () => {
    await staff([...minimal, '--date', '12.01.2026'])
    const before = await portal.db.select().from(contracts)
    expect(await staff([...minimal, '--kpp', '770701001'])).toMatchObject({
      code: 0,
      stdout: 'Обновлён договор Д-7 — ИНН 7707083893',
    })
    expect(await portal.db.select().from(contracts)).toEqual(before)
    expect(
      await staff([
        'contract',
        '--inn',
        '7707083893',
        '--number',
        'Д-7',
        '--stop-orders',
        'да',
        '--debt-alert',
        'Долг',
      ]),
    ).toMatchObject({ code: 0 })
    expect(await portal.db.select().from(contracts)).toEqual([{ ...before[0], stopOrders: true, debtAlert: 'Долг' }])
    expect(await portal.db.select().from(organisations)).toHaveLength(1)
    expect(await portal.db.select().from(contractWarehouses)).toHaveLength(2)
    expect(await portal.db.select().from(contragents)).toMatchObject([{ kpp: '770701001' }])
    expect(await portal.db.select().from(accounts)).toMatchObject([
      { login: 'boss@buyer.example', role: 'owner', name: 'ИНН 7707083893' },
    ])
  })

  test('a second legal entity of the owner joins the organisation; that of another owner does not', async () => {
    await staff(minimal)
    const second = [
      'contract',
      '--inn',
      '500100732259',
      '--number',
      '1',
      '--price-type',
      'Оптовая',
      '--warehouses',
      'Основной',
      '--owner',
    ]
    expect(await staff([...second, 'boss@buyer.example'])).toMatchObject({ code: 0 })
    expect(await portal.db.select().from(organisations)).toHaveLength(1)
    expect(await portal.db.select().from(contragents).where(eq(contragents.inn, '500100732259'))).toMatchObject([
      { legalForm: 'ИП' },
    ])

    await staff(['add', '--login', 'sales@opt.example', '--role', 'sales'])
    expect(await staff([...second, 'sales@opt.example'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('не принадлежит владельцу') as string,
    })
  })

  test('an unknown or ambiguous name is refused with a list of the existing ones', async () => {
    const without = (name: string, value: string) =>
      minimal.map((each, index) => (minimal[index - 1] === name ? value : each))
    expect(await staff(without('--price-type', 'Розница'))).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/Тип цены «Розница» не найден\. Есть:[^]*Оптовая/) as string,
    })
    expect(await staff(without('--price-type', 'Дилер'))).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('не один, укажите Ид') as string,
    })
    expect(await staff(without('--warehouses', 'Север'))).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Склад «Север» не найден') as string,
    })
    expect(await staff(without('--inn', '7707083894'))).toMatchObject({
      code: 1,
      stderr: 'ИНН 7707083894 неверен: проверьте цифры',
    })
    expect(await staff([...minimal, '--date', '31.02.2026'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--date «31.02.2026» не подходит') as string,
    })
    expect(await staff(['contract', '--inn', '7707083893', '--number', 'Д-8'])).toMatchObject({
      code: 1,
      stderr: 'Для нового договора укажите --price-type',
    })
    expect(await portal.db.select().from(organisations)).toEqual([])
  })
})

describe('audit', () => {
  beforeEach(() => emptyAuditLog(portal.pool))
  const audit = async (...options: string[]) => (await staff(['audit', ...options])).stdout

  test('lists changes by the command line in Russian, newest first; a repeated command is listed once', async () => {
    expect(await audit()).toBe('Записей нет')
    await staff([...minimal, '--credit-limit', '150000,50'])
    await staff(minimal)
    const contract = [
      ...minimal.slice(0, 5),
      '--stop-orders',
      'да',
      '--manager',
      'sales@opt.example',
      '--phone',
      '+7 916 1',
    ]
    await staff([
      'add',
      '--login',
      'sales@opt.example',
      '--role',
      'sales',
      '--name',
      'Дмитрий',
      '--password',
      'the first password',
    ])
    await staff(contract)
    await staff(contract)
    await staff(['password', '--login', 'sales@opt.example', '--password', 'the second password'])

    const printed = (await audit()).split('\n')
    expect(
      printed
        .filter((line) => !line.startsWith(' '))
        .map((line) => /командная строка: ([^–]+)/.exec(line)?.[1]?.trim()),
    ).toEqual([
      'Пароль изменён',
      'Организация изменена',
      'Договор изменён',
      'Контрагент изменён',
      'Учётная запись создана',
      'Учётная запись создана',
      'Договор создан',
      'Контрагент создан',
      'Организация создана',
    ])
    expect(printed).toContain('      Стоп заказов: нет → да')
    expect(printed).toContain('      Телефон: +7 916 1')
    expect(printed).toContain('      Кредитный лимит: 150 000,50 ₽'.replaceAll(' 000', '\u00A0000'))
    expect(printed.join('\n')).not.toMatch(/password|пароль \S{10}/)
  })

  test('filters by object and account, page by page; an unknown option is refused', async () => {
    await staff(['add', '--login', 'a@opt.example', '--role', 'sales'])
    await staff(['add', '--login', 'b@opt.example', '--role', 'sales'])
    const [, second] = await portal.db.select().from(accounts).orderBy(accounts.id)
    expect(await audit('--object', `account:${second?.id}`)).toContain('(b@opt.example)')
    expect((await audit('--limit', '1')).match(/создана/g)).toHaveLength(1)
    const last = /^(\d+)/.exec(await audit('--limit', '1'))?.[1] ?? ''
    expect(await audit('--before', last)).not.toContain('(b@opt.example)')
    expect(await audit('--login', 'b@opt.example')).toBe('Записей нет')
    for (const wrong of [
      ['--login', 'nobody@opt.example'],
      ['--object', 'person:1'],
      ['--object', 'account'],
      ['--limit', '0x10'],
      ['--before', '-1'],
    ]) {
      expect((await staff(['audit', ...wrong])).stderr, wrong.join(' ')).toMatch(
        /^(Учётной записи nobody@opt\.example нет|Значение --|У параметра)/,
      )
    }
  })

  test('erase removes the personal values of an account and is itself audited', async () => {
    await staff(['add', '--login', 'a@opt.example', '--role', 'sales', '--name', 'Пётр Ёлкин', '--phone', '+7 916 1'])
    const [account] = await portal.db.select().from(accounts)
    expect(await audit()).toContain('Имя: Пётр Ёлкин')
    expect(await staff(['erase', '--object', `account:${account?.id}`])).toMatchObject({
      code: 0,
      stdout: 'Стёрто значений: 3',
    })
    const printed = await audit()
    expect(printed).toContain('Имя: (стёрто)')
    expect(printed).toContain('Роль: менеджер продаж')
    expect(printed).toContain('Персональные данные стёрты из журнала')
    expect(await staff(['erase'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Укажите --object') as string,
    })
  })
})

test('list shows contracts, price types, warehouses and accounts by name', async () => {
  await staff(minimal)
  const { code, stdout } = await staff(['list'])
  expect(code).toBe(0)
  expect(stdout).toMatch(/7707083893 +Д-7 от \d\d\.\d\d\.\d{4} +Оптовая +— +Юг, Ростов, Основной +boss@buyer\.example/)
  expect(stdout).toContain('Сотрудники и обмен: нет')
})

test('uses the embedded database of a running portal, or starts it if none is running', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'portal-staff-'))
  try {
    const add = (login: string) =>
      staff(['add', '--login', login, '--role', 'admin', '--password', 'long enough secret'], { DATA_DIR: dataDir })
    await (await startEmbedded(dataDir)).stop()
    expect(await add('first@opt.example')).toMatchObject({ code: 0, stderr: '' })
    const running = await startEmbedded(dataDir)
    try {
      expect(await add('second@opt.example')).toMatchObject({ code: 0, stderr: '' })
      expect((await staff(['list'], { DATA_DIR: dataDir })).stdout).toMatch(/first@opt\.example[^]*second@opt\.example/)
    } finally {
      await running.stop()
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
})

describe('seller', () => {
  const whole = [
    'seller',
    '--inn',
    '7707083893',
    '--kpp',
    '770701001',
    '--company',
    'ООО «Опт»',
    '--ogrn',
    '1027700132195',
    '--bank',
    'ПАО Сбербанк',
    '--bik',
    '044525225',
    '--account',
    '40702810938000012345',
    '--correspondent-account',
    '30101810400000000225',
    '--head',
    'Ковалёв А. Н.',
  ]

  test('a seller is created once and updated in part, and another can become the default', async () => {
    await portal.db.execute(sql`truncate sellers cascade`)
    expect(await staff(whole)).toMatchObject({ code: 0, stdout: 'Добавлена наша организация — ООО «Опт»' })
    expect(await staff(['seller', '--inn', '7707083893', '--phone', '+7 495 120-44-10'])).toMatchObject({
      code: 0,
      stdout: 'Обновлена наша организация — ООО «Опт»',
    })
    expect(await portal.db.select().from(sellers)).toMatchObject([
      { company: 'ООО «Опт»', phone: '+7 495 120-44-10', account: '40702810938000012345', isDefault: true },
    ])
    expect(await staff(['seller', '--inn', '500100732259', '--company', 'ИП Ли'])).toMatchObject({ code: 0 })
    expect((await portal.db.select().from(sellers)).filter(({ isDefault }) => isDefault)).toMatchObject([
      { company: 'ИП Ли' },
    ])
  })

  test('a contract’s seller is set by ИНН; an unknown one is refused with a list of sellers', async () => {
    await portal.db.execute(sql`truncate sellers cascade`)
    expect(await staff([...minimal, '--seller', '7707083893'])).toMatchObject({
      code: 1,
      stderr: 'Наша организация «7707083893» не найдена: сначала seller --inn',
    })
    await staff(['seller', '--inn', '500100732259', '--company', 'ИП Ли', '--vat', 'нет'])
    await staff(whole)
    expect(await staff([...minimal, '--seller', '500100732259'])).toMatchObject({ code: 0 })
    const known = await portal.db.select().from(sellers).orderBy(sellers.inn)
    expect(known).toMatchObject([
      { company: 'ИП Ли', vat: 'none', isDefault: false },
      { company: 'ООО «Опт»', vat: 'goods', isDefault: true },
    ])
    expect(await portal.db.select().from(contracts)).toMatchObject([{ sellerId: known[0]?.id }])
    // Options not given stay unchanged.
    await staff([...minimal, '--status', 'suspended'])
    expect(await portal.db.select().from(contracts)).toMatchObject([{ sellerId: known[0]?.id, status: 'suspended' }])
    expect(await staff([...minimal, '--seller', 'ООО «Нет»'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Есть:\n  7707083893/770701001  ООО «Опт»') as string,
    })
  })

  test('requisites with wrong check digits are refused with the option named', async () => {
    const wrong = (option: string, value: string) =>
      staff(whole.map((word, index) => (whole[index - 1] === option ? value : word)))
    expect(await wrong('--inn', '7707083894')).toMatchObject({
      code: 1,
      stderr: 'ИНН 7707083894 неверен: проверьте цифры',
    })
    expect(await wrong('--ogrn', '1027700132194')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('ОГРН') as string,
    })
    expect(await wrong('--account', '40702810938000012346')).toMatchObject({
      code: 1,
      stderr: 'Расчётный счёт 40702810938000012346 не подходит к БИК 044525225',
    })
    expect(await wrong('--correspondent-account', '30101810400000000226')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Корр. счёт') as string,
    })
    expect(await wrong('--bik', '12')).toMatchObject({ code: 1, stderr: 'БИК 12 неверен' })
    expect(await staff(['seller'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Укажите --inn') as string,
    })
  })
})
