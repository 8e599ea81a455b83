import { join } from 'node:path'
import { and, desc, eq, like } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { expect } from '@playwright/test'
import pg from 'pg'
import type { Db } from '#server/platform/db/client.ts'
import { findRunning } from '#server/platform/db/embedded.ts'
import { accounts } from '#server/platform/db/schema/access.ts'
import { priceTypes } from '#server/platform/db/schema/catalogue.ts'
import { mails } from '#server/platform/db/schema/mail.ts'
import { registrationRequests } from '#server/platform/db/schema/registration.ts'
import { contracts, contractWarehouses, contragents } from '#server/platform/db/schema/organisations.ts'
import { addAccount, addContract, addOrganisation } from '#tests/support/fixtures.ts'
import { failRun, openJobQueue } from '#tests/support/processes/job-queue.ts'
import { test } from './support.ts'

/** Data without a screen: unsent e-mails, and accounts that no other test uses. */
async function inDatabase<Answer>(run: (db: Db, client: pg.Client) => Promise<Answer>): Promise<Answer> {
  const port = new URL(test.info().project.use.baseURL ?? '').port
  const url = await findRunning(join(process.env.E2E_DATA_DIR ?? '', port))
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await run(drizzle(client), client)
  } finally {
    await client.end()
  }
}

/** The last e-mail to an address whose subject starts with this text; without SMTP_URL it stays in the outbox. */
export async function letterTo(recipient: string, subject: string): Promise<{ text: string; link: string }> {
  const [letter] = await inDatabase((db) =>
    db
      .select({ text: mails.text, link: mails.link })
      .from(mails)
      .where(and(eq(mails.recipient, recipient), like(mails.subject, `${subject}%`)))
      .orderBy(desc(mails.id))
      .limit(1),
  )
  expect(letter, `a letter '${subject}' to ${recipient}`).toBeDefined()
  return letter ?? { text: '', link: '' }
}

/** An open request for access of a firm that nobody knows. Returns its e-mail. */
export async function addApplicant(name: string): Promise<string> {
  const stamp = String(Date.now())
  const email = `guest-${stamp}@guest.example`
  await inDatabase(async (db) => {
    await db.insert(registrationRequests).values({
      status: 'new',
      legalForm: 'ООО',
      company: 'ООО «Гость»',
      fullName: 'ООО «Гость»',
      inn: stamp.slice(-10),
      ogrn: '1',
      legalAddress: 'Москва',
      actualAddress: 'Москва',
      headName: name,
      contactName: name,
      phone: '+7 (911) 000-00-01',
      email,
      passwordHash: 'x',
    })
  })
  return email
}

/** Another accountant of the demo buyer. */
export async function addPerson(password: string): Promise<{ login: string; password: string }> {
  const login = `person-${Date.now()}@demo.example`
  await inDatabase(async (db) => {
    const [owner] = await db.select().from(accounts).where(eq(accounts.login, 'owner@demo.example'))
    const organisationId = owner?.organisationId ?? 0
    await addAccount(db, { role: 'accountant', organisationId, login, password })
  })
  return { login, password }
}

/** A letter that is given up. */
export async function addFailedLetter(letter: { recipient: string; subject: string; reason: string }): Promise<void> {
  const { reason: lastError, ...rest } = letter
  await inDatabase((db) =>
    db.insert(mails).values({ ...rest, lastError, text: '', eventKey: `failed:${Date.now()}`, dueAt: null }),
  )
}

/** A run of a job of the portal that has failed after all retries. */
export async function addFailedRun(name: string, message: string): Promise<void> {
  await inDatabase(async (_db, client) => {
    const boss = await openJobQueue(client)
    await failRun(boss, name, message)
    await boss.stop({ graceful: false })
  })
}

/** A new customer with goods to order under two contracts, both allotted to its manager. */
export async function addNewCustomer(name: string) {
  const stamp = Date.now()
  const password = 'тихий омут у мельницы'
  const [owner, manager] = ['owner', 'manager'].map((role) => ({
    login: `${role}-of-purchasing-${stamp}@new-customer.example`,
    password,
  }))
  const numbers = [`Н-${stamp}`, `П-${stamp}`]
  await inDatabase(async (db) => {
    const firm = await addOrganisation(db, name)
    const { organisationId } = firm
    const [terms] = await db.select().from(contracts).where(eq(contracts.number, '114-О'))
    const warehouses = await db
      .select()
      .from(contractWarehouses)
      .where(eq(contractWarehouses.contractId, terms?.id ?? 0))
    const warehouseIds = warehouses.map(({ warehouseId }) => warehouseId)
    const contractIds: number[] = []
    for (const number of numbers)
      contractIds.push(await addContract(db, { ...firm, number, priceTypeId: terms?.priceTypeId ?? 0, warehouseIds }))
    await addAccount(db, { role: 'owner', organisationId, ...owner })
    await addAccount(db, { role: 'manager', organisationId, contractIds, name: 'Глеб Сменов', ...manager })
  })
  return { owner: owner ?? failed(), manager: manager ?? failed(), numbers }
}

/** Deletes or restores the only contragent of a customer, by a login of it. */
export async function setContragentStatus(login: string, status: 'active' | 'deleted'): Promise<void> {
  await inDatabase(async (db) => {
    const [account] = await db.select().from(accounts).where(eq(accounts.login, login))
    await db
      .update(contragents)
      .set({ status })
      .where(eq(contragents.organisationId, account?.organisationId ?? 0))
  })
}

/** 1C stops a contract for its debt, or lifts the stop. */
export async function setContractStop(number: string, debtAlert: string | null): Promise<void> {
  await inDatabase(async (db) => {
    const stopOrders = debtAlert !== null
    await db.update(contracts).set({ stopOrders, debtAlert }).where(eq(contracts.number, number))
  })
}

function failed(): never {
  throw new Error('no account')
}

/** A customer that no other test uses, with an owner, a manager and a contract. */
export async function addCustomer(name: string, legal: Partial<typeof contragents.$inferInsert> = {}) {
  const stamp = Date.now()
  const number = `Д-${stamp}`
  const manager = { login: `manager-${stamp}@double.example`, name: `Нина Переводова ${stamp}` }
  const id = await inDatabase(async (db) => {
    const firm = await addOrganisation(db, name)
    const { organisationId, contragentId } = firm
    if (Object.keys(legal).length > 0) await db.update(contragents).set(legal).where(eq(contragents.id, contragentId))
    const [priceType] = await db.select().from(priceTypes).limit(1)
    const terms = { number, priceTypeId: priceType?.id ?? 0, warehouseIds: [] }
    const contractId = await addContract(db, { ...firm, ...terms })
    await addAccount(db, { role: 'owner', organisationId, login: `owner-${stamp}@double-${stamp}.example` })
    await addAccount(db, { role: 'manager', organisationId, contractIds: [contractId], ...manager })
    return organisationId
  })
  return { id, name, number, manager }
}
