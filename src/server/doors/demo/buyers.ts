import { eq, inArray } from 'drizzle-orm'
import { addDays, formatDay, type Day } from '#shared/rules/dates.ts'
import { accountContracts, accounts } from '#server/platform/db/schema/access.ts'
import { priceTypes, warehouses } from '#server/platform/db/schema/catalogue.ts'
import {
  addresses,
  contracts,
  contractWarehouses,
  contragents,
  organisations,
  personalManagers,
  sellers,
} from '#server/platform/db/schema/organisations.ts'
import { hashPassword } from '#server/customers/accounts/passwords/passwords.ts'
import type { Db } from '#server/platform/db/client.ts'
import { demoCatalogue, demoPriceTypes, demoWarehouses } from './catalogue/identifiers.ts'
import { overdueDocuments } from './debts.ts'
import { insertDemoDelivery, type DemoZones } from './delivery.ts'
import type { DemoSignIn, DemoSignIns } from './sign-ins.ts'

export type DemoBuyers = Awaited<ReturnType<typeof insertDemoBuyers>>

/** Two buyers with contracts and people, staff, the account of 1C, and delivery zones and carriers. */
export async function insertDemoBuyers(db: Db, signIns: DemoSignIns, today: Day) {
  const sources = { ...(await findSources(db)), today }
  const [admin] = await db
    .insert(accounts)
    .values([
      { ...(await signInColumns(signIns.admin)), role: 'admin', name: 'Анна Ковалёва' },
      { ...(await signInColumns(signIns.content)), role: 'content', name: 'Мария Лебедева' },
      { ...(await signInColumns(signIns.exchange)), role: 'exchange', name: '1С' },
    ])
    .returning({ id: accounts.id })
  await insertSeller(db)
  const [kovaleva, orlov] = await insertPersonalManagers(db)
  const [sales] = await db
    .insert(accounts)
    .values({ ...(await signInColumns(signIns.sales)), role: 'sales', name: 'Дмитрий Орлов', personalManagerId: orlov })
    .returning({ id: accounts.id })
  if (!admin || !sales) throw new Error('no staff was inserted')
  const zones = await insertDemoDelivery(db)
  const vector = await insertVector(db, { ...sources, zones }, signIns, kovaleva)
  const yug = await insertYug(db, sources, signIns, orlov)
  return {
    vector,
    yug,
    staff: { adminId: admin.id, salesId: sales.id },
    visitors: { priceTypeId: sources.priceType('wholesale') },
  }
}

type Sources = Awaited<ReturnType<typeof findSources>> & { today: Day }

async function findSources(db: Db) {
  const types = await db
    .select()
    .from(priceTypes)
    .where(
      inArray(
        priceTypes.code1c,
        Object.values(demoPriceTypes).map(({ id }) => id),
      ),
    )
  const warehouseRows = await db
    .select()
    .from(warehouses)
    .where(
      inArray(
        warehouses.code1c,
        Object.values(demoWarehouses).map(({ id }) => id),
      ),
    )
  const priceType = (name: keyof typeof demoPriceTypes) => idOf(types, demoPriceTypes[name].id)
  const warehouse = (name: keyof typeof demoWarehouses) => idOf(warehouseRows, demoWarehouses[name].id)
  for (const [name, shortName] of Object.entries({ moscow: 'Москва', petersburg: 'СПб', kazan: 'Казань' })) {
    await db
      .update(warehouses)
      .set({ shortName })
      .where(eq(warehouses.id, warehouse(name as keyof typeof demoWarehouses)))
  }
  return { priceType, warehouse }
}

function idOf(rows: { id: number; code1c: string }[], code1c: string): number {
  const found = rows.find((row) => row.code1c === code1c)
  if (!found) throw new Error(`the demo export did not bring ${code1c}`)
  return found.id
}

async function insertVector(
  db: Db,
  { priceType, warehouse, today, zones }: Sources & { zones: DemoZones },
  signIns: DemoSignIns,
  personalManagerId: number,
) {
  const organisationId = await insertOrganisation(db, 'ООО «Вектор»', personalManagerId)
  const [contragentId = 0, tradeHouseId = 0] = await insertContragents(db, [
    {
      organisationId,
      code1c: 'b6b0e0a4-2b1b-11ee-a1d4-0050569a1c31',
      company: 'ООО «Вектор»',
      fullName: 'Общество с ограниченной ответственностью «Вектор»',
      inn: '7736512480',
      kpp: '773601001',
      ogrn: '1157746512483',
      legalAddress: '115114, г. Москва, ул. Летниковская, д. 10, стр. 4',
      headPost: 'Генеральный директор',
      headName: 'Соколова Ирина Петровна',
      bank: 'АО «Альфа-Банк», г. Москва',
      bik: '044525593',
      account: '40702810601300004812',
      correspondentAccount: '30101810200000000593',
      phone: '+7 (495) 730-15-20',
      email: 'zakaz@vector.example',
    },
    {
      organisationId,
      code1c: 'b6b0e0a4-2b1b-11ee-a1d4-0050569a1c32',
      company: 'ООО «ТД Вектор»',
      fullName: 'Общество с ограниченной ответственностью «Торговый дом Вектор»',
      inn: '5024182119',
      kpp: '502401001',
      ogrn: '1155024003210',
      legalAddress: '143401, Московская обл., г. Красногорск, ул. Речная, д. 8',
      actualAddress: '115114, г. Москва, ул. Летниковская, д. 10, стр. 4',
      headPost: 'Директор',
      headName: 'Громов Павел Сергеевич',
      bank: 'ПАО Сбербанк, г. Москва',
      bik: '044525225',
      account: '40702810200000012345',
      correspondentAccount: '30101810400000000225',
      phone: '+7 (495) 730-15-22',
      email: 'td@vector.example',
    },
    {
      organisationId,
      company: 'ООО «Вектор-Сервис»',
      fullName: 'Общество с ограниченной ответственностью «Вектор-Сервис»',
      inn: '9729334569',
      kpp: '772901001',
      ogrn: '1197746334565',
      legalAddress: '119634, г. Москва, ул. Лукинская, д. 4',
      headPost: 'Генеральный директор',
      headName: 'Кузьмин Денис Олегович',
      status: 'inactive',
    },
  ])
  const [moscow, petersburg, kazan] = [warehouse('moscow'), warehouse('petersburg'), warehouse('kazan')]
  const main = await insertContract(db, [moscow, petersburg, kazan], {
    organisationId,
    contragentId,
    number: '114-О',
    signedOn: '2026-01-12',
    validTo: addDays(today, 500),
    priceTypeId: priceType('wholesale'),
    freeDeliveryKopecks: 20_000_000,
    minOrderKopecks: 300_000,
  })
  const deferred = await insertContract(db, [moscow, kazan], {
    organisationId,
    contragentId: tradeHouseId,
    number: '77-Д',
    signedOn: '2025-03-03',
    priceTypeId: priceType('largeWholesale'),
    // Debt and limit are computed from its orders, see debts.ts.
    payment: 'deferred',
    deferralDays: 30,
    stockDisplay: 'more',
    stockCapMilli: 100_000,
  })
  const stopped = await insertContract(db, [petersburg], {
    organisationId,
    contragentId,
    number: '31-С',
    signedOn: '2024-06-18',
    priceTypeId: priceType('wholesale'),
    payment: 'deferred',
    deferralDays: stoppedDeferralDays,
    creditLimitKopecks: 30_000_000,
    stopOrders: true,
    debtAlert: stopText(today),
  })
  const contractIds = [main, deferred, stopped]
  const ownerId = await insertAccount(db, signIns.owner, { role: 'owner', name: 'Ирина Соколова', organisationId })
  const managerId = await insertAccount(db, signIns.manager, {
    role: 'manager',
    name: 'Павел Громов',
    organisationId,
    contractIds: [main, deferred],
    orderLimitKopecks: 30_000_000,
    periodLimitKopecks: 200_000_000,
  })
  await insertAccount(db, signIns.accountant, { role: 'accountant', name: 'Ольга Белова', organisationId, contractIds })
  await insertAccount(db, signIns.receiver, {
    role: 'receiver',
    name: 'Степан Петров',
    organisationId,
    contractIds: [main],
  })
  const [addressId = 0] = await insertAddresses(db, [
    {
      organisationId,
      postindex: '115114',
      fullAddress: 'г. Москва, ул. Складочная, д. 1, стр. 18',
      comment: 'Приёмка 9–18, на машину нужен пропуск',
      isMain: true,
      deliveryZoneId: zones.city,
    },
    {
      organisationId,
      postindex: '143401',
      fullAddress: 'Московская обл., г. Красногорск, ул. Речная, д. 8, склад 2',
      comment: 'Приёмка 8–17, Кузьмин, +7 (495) 730-15-22',
      deliveryZoneId: zones.suburb,
    },
  ])
  return {
    organisationId,
    contracts: { main, deferred, stopped },
    addressId,
    zoneId: zones.city,
    warehouses: { moscow, petersburg, kazan },
    people: [
      { id: ownerId, name: 'Ирина Соколова' },
      { id: managerId, name: 'Павел Громов' },
    ],
  }
}

const stoppedDeferralDays = 14

/** Reason for stopping the contract, as 1C sends it. */
function stopText(today: Day): string {
  const papers = overdueDocuments.map(
    ({ number, overdueDays }) => `УПД ${number} от ${formatDay(addDays(today, -overdueDays - stoppedDeferralDays))}`,
  )
  return `По договору № 31-С просрочено 214 780,50 ₽ (17 дн.). Отгрузка возобновится после оплаты: ${papers.join(', ')}`
}

async function insertYug(db: Db, { priceType, warehouse }: Sources, signIns: DemoSignIns, personalManagerId: number) {
  const organisationId = await insertOrganisation(db, 'АО «СтройСнаб-Юг»', personalManagerId)
  const [contragentId = 0] = await insertContragents(db, [
    {
      organisationId,
      code1c: 'b6b0e0a4-2b1b-11ee-a1d4-0050569a1c33',
      company: 'АО «СтройСнаб-Юг»',
      fullName: 'Акционерное общество «СтройСнаб-Юг»',
      legalForm: 'АО',
      inn: '6165012344',
      kpp: '616501001',
      ogrn: '1036165004171',
      legalAddress: '344068, г. Ростов-на-Дону, пр-т Михаила Нагибина, д. 32',
      headPost: 'Генеральный директор',
      headName: 'Жуков Дмитрий Олегович',
      bank: 'ПАО Сбербанк, г. Москва',
      bik: '044525225',
      account: '40702810938000012345',
      correspondentAccount: '30101810400000000225',
      phone: '+7 (863) 255-08-80',
      email: 'sklad@stroysnab.example',
    },
  ])
  const [moscow, kazan] = [warehouse('moscow'), warehouse('kazan')]
  const dealer = await insertContract(db, [kazan, moscow], {
    organisationId,
    contragentId,
    number: '205-Д',
    signedOn: '2025-09-01',
    priceTypeId: priceType('dealer'),
    stockDisplay: 'words',
    stockCapMilli: 10_000,
    payment: 'deferred',
    deferralDays: 30,
    creditLimitKopecks: 150_000_000,
  })
  const ownerId = await insertAccount(db, signIns.secondOwner, { role: 'owner', name: 'Дмитрий Жуков', organisationId })
  const [addressId = 0] = await insertAddresses(db, [
    {
      organisationId,
      postindex: '344068',
      fullAddress: 'г. Ростов-на-Дону, пр-т Михаила Нагибина, д. 32, склад 4',
    },
  ])
  return {
    organisationId,
    contracts: { dealer },
    addressId,
    warehouses: { moscow, kazan },
    people: [{ id: ownerId, name: 'Дмитрий Жуков' }],
  }
}

/** The seller: owner of the demo export's catalogue, with requisites for invoices. */
async function insertSeller(db: Db): Promise<void> {
  const { id: code1c, name: company, inn, kpp } = demoCatalogue.owner
  const requisites = {
    code1c,
    company,
    fullName: 'Общество с ограниченной ответственностью «Опт»',
    ogrn: '1137746427180',
    legalAddress: '127018, г. Москва, ул. Складочная, д. 1, стр. 18',
    phone: '+7 (495) 120-44-10',
    email: 'sale@opt.example',
    headName: 'Ковалёв Андрей Николаевич',
    accountantName: 'Ёлкина Мария Игоревна',
    bank: 'ПАО Сбербанк, г. Москва',
    bik: '044525225',
    account: '40702810938000012345',
    correspondentAccount: '30101810400000000225',
    isDefault: true,
  }
  await db
    .insert(sellers)
    .values({ inn, kpp, ...requisites })
    .onConflictDoUpdate({ target: [sellers.inn, sellers.kpp], set: requisites })
}

async function insertPersonalManagers(db: Db): Promise<[number, number]> {
  const phone = '+7 (495) 120-44-10'
  const people = [
    { name: 'Анна Ковалёва, доб. 12', phone, email: 'kovaleva@opt.example' },
    { name: 'Дмитрий Орлов, доб. 15', phone, email: 'orlov@opt.example' },
  ]
  const [first, second] = await db.insert(personalManagers).values(people).returning({ id: personalManagers.id })
  return [first?.id ?? 0, second?.id ?? 0]
}

async function insertOrganisation(db: Db, name: string, personalManagerId: number): Promise<number> {
  const [row] = await db.insert(organisations).values({ name, personalManagerId }).returning({ id: organisations.id })
  return row?.id ?? 0
}

async function insertContragents(db: Db, rows: (typeof contragents.$inferInsert)[]): Promise<number[]> {
  return (await db.insert(contragents).values(rows).returning({ id: contragents.id })).map(({ id }) => id)
}

async function insertContract(db: Db, warehouseIds: number[], columns: typeof contracts.$inferInsert): Promise<number> {
  const [row] = await db.insert(contracts).values(columns).returning({ id: contracts.id })
  const contractId = row?.id ?? 0
  await db
    .insert(contractWarehouses)
    .values(warehouseIds.map((warehouseId, position) => ({ contractId, warehouseId, position })))
  return contractId
}

type Person = {
  role: string
  name: string
  organisationId: number
  contractIds?: number[]
  orderLimitKopecks?: number
  periodLimitKopecks?: number
}

async function insertAccount(db: Db, signIn: DemoSignIn, { contractIds = [], ...person }: Person): Promise<number> {
  const [row] = await db
    .insert(accounts)
    .values({ ...(await signInColumns(signIn)), ...person })
    .returning({ id: accounts.id })
  const accountId = row?.id ?? 0
  if (contractIds.length > 0)
    await db.insert(accountContracts).values(contractIds.map((contractId) => ({ accountId, contractId })))
  return accountId
}

async function signInColumns({ login, password }: DemoSignIn) {
  return { login, passwordHash: await hashPassword(password) }
}

async function insertAddresses(db: Db, rows: (typeof addresses.$inferInsert)[]): Promise<number[]> {
  return (await db.insert(addresses).values(rows).returning({ id: addresses.id })).map(({ id }) => id)
}
