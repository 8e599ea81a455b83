import { randomBytes, randomUUID } from 'node:crypto'
import { visitorDomain } from '#shared/constants.ts'
import { addDays, dayOf } from '#shared/rules/dates.ts'
import { insertAddress } from '#server/customers/addresses/shared-queries-write.ts'
import { spendAttempt } from '#server/customers/accounts/attempts.ts'
import { insertAccount } from '#server/customers/accounts/shared-queries-write.ts'
import { countVisitors } from '#server/customers/organisations/shared-queries-purge.ts'
import {
  insertContract,
  insertContragent,
  insertOrganisation,
  replaceWarehouses,
} from '#server/customers/organisations/shared-queries-write.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import { networkOf } from '#server/platform/http/client-address.ts'
import { insertSession } from '#server/platform/sessions/shared-queries-sessions.ts'
import { hashToken } from '#server/platform/sessions/sessions.ts'
import type { NewVisitor } from './sample-documents.ts'
import { deferralDays, insertSampleData } from './sample-data.ts'
import { insertColleagues } from './sample-people.ts'
import { findDemoShop, type DemoShop } from './shop.ts'

type ClientInfo = { address: string; userAgent: string }

/** Visitors per day; more can only be robots. */
const maxVisitors = 2000
const maxEntriesPerHour = 30
const sessionDays = 1
const company = 'ООО «Пример»'
const creditLimitKopecks = 50_000_000

/**
 * Creates a visitor with a separate organisation. Returns the session token and the data of the visitor's documents.
 */
export async function enterDemo(
  { db }: { db: Db },
  client: ClientInfo,
  now: Date,
): Promise<{ token: string; visitor: NewVisitor }> {
  const shop = await findDemoShop(db)
  if (!shop) throw new AppError('demoClosed')
  await spendAttempt(
    { db },
    { limits: [{ key: `visitor:${networkOf(client.address)}`, max: maxEntriesPerHour }], minutes: 60 },
  )
  if ((await countVisitors(db)) >= maxVisitors) throw new AppError('demoFull')
  const token = randomBytes(32).toString('base64url')
  const visitor = await db.transaction(async (tx) => {
    const inserted = await insertVisitor(tx, shop, now)
    const { accountId } = inserted
    const session = { tokenHash: hashToken(token), accountId, passwordHash: '', days: sessionDays, ...client }
    if (!(await insertSession(tx, session))) throw new Error('the visitor has no session')
    return inserted
  })
  return { token, visitor }
}

/** An owner with one contract, colleagues and sample data; the account has no password. */
async function insertVisitor(tx: Db, shop: DemoShop, now: Date): Promise<NewVisitor> {
  const { priceTypeId, warehouseId } = shop
  const organisationId = await insertOrganisation(tx, { name: company, demo: true })
  const contragentId = await insertContragent(tx, {
    organisationId,
    company,
    fullName: 'Общество с ограниченной ответственностью «Пример»',
    legalForm: 'ООО',
    // The region code 00 does not exist, so the ИНН belongs to nobody.
    inn: `00${String(organisationId).padStart(8, '0')}`,
    kpp: '000001001',
    legalAddress: '101000, г. Москва, ул. Примерная, д. 1',
  })
  const contractId = await insertContract(tx, {
    organisationId,
    contragentId,
    number: 'ДЕМО',
    signedOn: addDays(dayOf(now), -90),
    priceTypeId,
    payment: 'deferred',
    deferralDays,
    creditLimitKopecks,
  })
  await replaceWarehouses(tx, { contractId, warehouseIds: [warehouseId] })
  await insertAddress(tx, {
    organisationId,
    postindex: '101000',
    fullAddress: 'г. Москва, ул. Примерная, д. 1',
    comment: '',
    isMain: true,
  })
  const name = 'Гость'
  const id = await insertAccount(tx, {
    login: `visitor-${randomUUID()}@${visitorDomain}`,
    passwordHash: '',
    role: 'owner',
    name,
    organisationId,
  })
  const today = dayOf(now)
  await insertColleagues(tx, { organisationId, contractId, today })
  const sales = await insertSampleData(tx, { organisationId, contractId, account: { id, name } }, shop, now)
  return { accountId: id, organisationId, contractId, buyer: company, today, sales }
}
