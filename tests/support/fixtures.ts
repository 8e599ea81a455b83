import { randomBytes } from 'node:crypto'
import { inArray, sql } from 'drizzle-orm'
import type { Role } from '#shared/rights.ts'
import type { Db } from '#server/platform/db/client.ts'
import { accountContracts, accounts, sessions } from '#server/platform/db/schema/access.ts'
import { prices, priceTypes, products, stocks, warehouses } from '#server/platform/db/schema/catalogue.ts'
import {
  addresses,
  consignees,
  contracts,
  contractWarehouses,
  contragents,
  organisations,
} from '#server/platform/db/schema/organisations.ts'
import { hashPassword } from '#server/customers/accounts/passwords/passwords.ts'
import { hashToken } from '#server/platform/sessions/sessions.ts'
import type { Visitor } from './app.ts'

/**
 * Test data ('worlds') for tests, soaks and benches, inserted directly into the tables. Money in kopecks, quantities in
 * units, which are converted to thousandths, so that a test reads like a price list.
 */
export type ProductInput = {
  name?: string
  articul?: string
  parentId?: number
  unit?: string
  step?: number
  decimals?: 0 | 2
  vat?: string
  weightGrams?: number
  volumeCm3?: number
  /** Kopecks at the first price type of the world; null = no price. */
  price?: number | null
  /** Units on hand by position of the warehouse in the world: [10, 5]. Default [100]. */
  stock?: number[]
}

export type World = Awaited<ReturnType<typeof createWorld>>

/** A buyer with one prepaid contract at two warehouses, an account of each role, staff, and the given goods. */
export async function createWorld(db: Db, inputs: { products?: ProductInput[]; contract?: ContractInput } = {}) {
  const warehouseIds = await addWarehouses(db, ['Москва', 'Санкт-Петербург'])
  const priceTypeIds = await addPriceTypes(db, ['Опт', 'Крупный опт', 'РРЦ'])
  const [priceTypeId = 0, , rrcTypeId = 0] = priceTypeIds
  const buyer = await addOrganisation(db, 'ООО «Вектор»')
  const contractId = await addContract(db, { ...buyer, priceTypeId, rrcTypeId, warehouseIds, ...inputs.contract })
  const employees = { organisationId: buyer.organisationId, contractIds: [contractId] }
  return {
    db,
    warehouseIds,
    priceTypeIds,
    ...buyer,
    contractId,
    ownerId: await addAccount(db, { role: 'owner', ...employees }),
    managerId: await addAccount(db, { role: 'manager', ...employees }),
    accountantId: await addAccount(db, { role: 'accountant', ...employees }),
    receiverId: await addAccount(db, { role: 'receiver', ...employees }),
    adminId: await addAccount(db, { role: 'admin' }),
    salesId: await addAccount(db, { role: 'sales' }),
    productIds: await addProducts(db, { priceTypeId, warehouseIds }, inputs.products ?? [{}, {}, {}]),
    addProducts: (list: ProductInput[]) => addProducts(db, { priceTypeId, warehouseIds }, list),
    addContract: (input: ContractInput = {}) => addContract(db, { ...buyer, priceTypeId, warehouseIds, ...input }),
  }
}

export async function addWarehouses(db: Db, names: string[]): Promise<number[]> {
  const rows = names.map((name) => ({ code1c: unique('warehouse'), name }))
  return ids(await db.insert(warehouses).values(rows).returning({ id: warehouses.id }))
}

/** A price type named РРЦ is flagged as such. */
export async function addPriceTypes(db: Db, names: string[]): Promise<number[]> {
  const rows = names.map((name) => ({ code1c: unique('price-type'), name, isRrc: name === 'РРЦ' }))
  return ids(await db.insert(priceTypes).values(rows).returning({ id: priceTypes.id }))
}

export async function addOrganisation(db: Db, name: string, columns: Partial<typeof organisations.$inferInsert> = {}) {
  const [organisationId = 0] = ids(
    await db
      .insert(organisations)
      .values({ name, ...columns })
      .returning({ id: organisations.id }),
  )
  const legal = { organisationId, company: name, inn: digits(10), kpp: '770101001', code1c: unique('contragent') }
  const [contragentId = 0] = ids(await db.insert(contragents).values(legal).returning({ id: contragents.id }))
  return { organisationId, contragentId }
}

export type ContractInput = Partial<typeof contracts.$inferInsert> & { warehouseIds?: number[] }

export async function addContract(
  db: Db,
  input: ContractInput & { organisationId: number; contragentId: number; priceTypeId: number; warehouseIds: number[] },
): Promise<number> {
  const { warehouseIds, ...columns } = input
  const values = { number: unique('Д'), signedOn: '2026-01-12', ...columns }
  const [contractId = 0] = ids(await db.insert(contracts).values(values).returning({ id: contracts.id }))
  const allowed = warehouseIds.map((warehouseId, position) => ({ contractId, warehouseId, position }))
  if (allowed.length > 0) await db.insert(contractWarehouses).values(allowed)
  return contractId
}

/** Without a password nobody can sign in: use `signedIn`. */
export async function addAccount(
  db: Db,
  input: {
    role: Role
    organisationId?: number
    contractIds?: number[]
    login?: string
    name?: string
    password?: string
  },
): Promise<number> {
  const login = input.login ?? `${unique(input.role)}@buyer.example`
  const passwordHash = input.password === undefined ? 'none' : await hashPassword(input.password)
  const values = {
    login,
    passwordHash,
    role: input.role,
    organisationId: input.organisationId,
    name: input.name ?? `Имя ${input.role}`,
  }
  const [accountId = 0] = ids(await db.insert(accounts).values(values).returning({ id: accounts.id }))
  const allotted = (input.contractIds ?? []).map((contractId) => ({ accountId, contractId }))
  if (allotted.length > 0 && input.role !== 'owner') await db.insert(accountContracts).values(allotted)
  return accountId
}

/** A client of another buyer of the world, with an empty basket under each of these contracts. */
export async function newBuyer(
  portal: { db: Db; visitor: () => Visitor },
  { organisationId, contractId }: Pick<World, 'organisationId' | 'contractId'>,
  contractIds = [contractId],
): Promise<Visitor> {
  return signedIn(portal, await addAccount(portal.db, { role: 'manager', organisationId, contractIds }))
}

/** A client signed in as the account, without the cost of hashing a password. */
export async function signedIn(portal: { db: Db; visitor: () => Visitor }, accountId: number): Promise<Visitor> {
  const visitor = portal.visitor()
  visitor.cookies.set('sid', await addSession(portal.db, accountId))
  return visitor
}

/** Creates a session and returns its cookie. */
export async function addSession(db: Db, accountId: number): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await db
    .insert(sessions)
    .values({ tokenHash: hashToken(token), accountId, expiresAt: new Date(Date.now() + 86_400_000) })
  return token
}

export async function addProducts(
  db: Db,
  target: { priceTypeId: number; warehouseIds: number[] },
  inputs: ProductInput[],
): Promise<number[]> {
  const rows = inputs.map((input, index) => ({
    code1c: unique('product'),
    parentId: input.parentId,
    name: input.name ?? `Товар ${index + 1}`,
    articul: input.articul ?? unique('A'),
    unit: input.unit ?? 'шт',
    stepMilli: Math.round((input.step ?? 1) * 1000),
    decimals: input.decimals ?? 0,
    vat: input.vat ?? 'general',
    weightGrams: input.weightGrams,
    volumeCm3: input.volumeCm3,
  }))
  const productIds = ids(
    await inChunks(rows, (chunk) => db.insert(products).values(chunk).returning({ id: products.id })),
  )
  await addPrices(db, target.priceTypeId, productIds, inputs)
  await addStocks(db, target.warehouseIds, productIds, inputs)
  return productIds
}

export async function addAddress(
  db: Db,
  organisationId: number,
  fullAddress = 'Москва, ул. Складочная, 1',
): Promise<number> {
  const [id = 0] = ids(
    await db
      .insert(addresses)
      .values({ organisationId, fullAddress, postindex: '127018' })
      .returning({ id: addresses.id }),
  )
  return id
}

export async function addConsignee(
  db: Db,
  organisationId: number,
  columns: Partial<typeof consignees.$inferInsert> = {},
): Promise<number> {
  const values = { organisationId, name: 'Сергей', surname: 'Петров', patronymic: 'Андреевич', ...columns }
  const [id = 0] = ids(await db.insert(consignees).values(values).returning({ id: consignees.id }))
  return id
}

/** Sets the stock on hand, in units. */
export async function setStock(
  db: Db,
  stock: { productId: number; warehouseId: number; onHand: number },
): Promise<void> {
  const onHandMilli = Math.round(stock.onHand * 1000)
  const values = { productId: stock.productId, warehouseId: stock.warehouseId, onHandMilli }
  await db
    .insert(stocks)
    .values(values)
    .onConflictDoUpdate({ target: [stocks.productId, stocks.warehouseId], set: { onHandMilli, updatedAt: sql`now()` } })
}

export async function setPrice(
  db: Db,
  price: { productIds: number[]; priceTypeId: number; priceKopecks: number },
): Promise<void> {
  const { priceKopecks } = price
  await db
    .update(prices)
    .set({ priceKopecks })
    .where(sql`${inArray(prices.productId, price.productIds)} and ${prices.priceTypeId} = ${price.priceTypeId}`)
}

async function addPrices(db: Db, priceTypeId: number, productIds: number[], inputs: ProductInput[]): Promise<void> {
  const rows = productIds.flatMap((productId, index) => {
    const priceKopecks = inputs[index]?.price === undefined ? 10_000 : inputs[index].price
    return priceKopecks === null ? [] : [{ productId, priceTypeId, priceKopecks }]
  })
  await inChunks(rows, (chunk) => db.insert(prices).values(chunk))
}

async function addStocks(db: Db, warehouseIds: number[], productIds: number[], inputs: ProductInput[]): Promise<void> {
  const rows = productIds.flatMap((productId, index) =>
    (inputs[index]?.stock ?? [100]).flatMap((onHand, position) => {
      const warehouseId = warehouseIds[position]
      return warehouseId === undefined ? [] : [{ productId, warehouseId, onHandMilli: Math.round(onHand * 1000) }]
    }),
  )
  await inChunks(rows, (chunk) => db.insert(stocks).values(chunk))
}

const maxRowsPerInsert = 2000

async function inChunks<Row, Answer>(
  rows: Row[],
  insert: (chunk: Row[]) => PromiseLike<Answer>,
): Promise<(Answer extends (infer One)[] ? One : never)[]> {
  const answers = []
  for (let from = 0; from < rows.length; from += maxRowsPerInsert) {
    const answer = await insert(rows.slice(from, from + maxRowsPerInsert))
    if (Array.isArray(answer)) answers.push(...answer)
  }
  return answers
}

function ids(rows: { id: number }[]): number[] {
  return rows.map(({ id }) => id)
}

function unique(prefix: string): string {
  return `${prefix}-${randomBytes(6).toString('hex')}`
}

function digits(count: number): string {
  return Array.from(randomBytes(count), (byte) => byte % 10).join('')
}
