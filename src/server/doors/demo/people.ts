import { randomBytes, randomUUID } from 'node:crypto'
import type { Db } from '#server/platform/db/client.ts'
import { accountContracts, accounts } from '#server/platform/db/schema/access.ts'
import { auditLog, auditValues } from '#server/platform/db/schema/audit.ts'
import { hashPassword } from '#server/customers/accounts/passwords/passwords.ts'
import type { DemoBuyers } from './buyers.ts'

const dayMs = 86_400_000
export const colleagueLogin = 'petrov@demo.example'

/** More people of the first buyer, including a pending invitation and a disabled account, and recent sign-ins. */
export async function insertDemoPeople(db: Db, { vector }: DemoBuyers, now: Date): Promise<void> {
  const { organisationId, contracts, people } = vector
  const before = (days: number) => new Date(now.getTime() - days * dayMs)
  // Unknown to everybody: only sign-ins of the README work.
  const passwordHash = await hashPassword(randomBytes(24).toString('base64url'))
  const petrov = await insertPerson(db, [contracts.main], {
    login: colleagueLogin,
    name: 'Сергей Петров',
    phone: '+7 (916) 204-71-34',
    role: 'manager',
    organisationId,
    passwordHash,
    orderLimitKopecks: 15_000_000,
  })
  await insertPerson(db, [contracts.deferred], {
    login: 'zhukova@demo.example',
    name: 'Мария Жукова',
    role: 'receiver',
    organisationId,
    passwordHash: '',
    invitedAt: before(8),
  })
  await insertPerson(db, [contracts.main], {
    login: 'lebedev@demo.example',
    name: 'Глеб Лебедев',
    role: 'manager',
    organisationId,
    passwordHash,
    enabled: false,
  })
  const gromov = people[1]?.id ?? petrov
  await insertSignIns(db, organisationId, [
    { accountId: gromov, at: before(5.2), device: 'Chrome, Windows', address: '91.77.160.24' },
    { accountId: petrov, at: before(3.1), device: 'Safari, iPhone', address: '176.59.41.8' },
    ...[2.41, 2.405, 2.4].map((days) => ({
      accountId: petrov,
      at: before(days),
      device: 'Chrome, Linux',
      address: '5.189.12.90',
      reason: 'wrongCredentials',
    })),
    { accountId: petrov, at: before(1.3), device: 'Safari, iPhone', address: '176.59.41.8' },
    { accountId: gromov, at: before(0.9), device: 'Chrome, Windows', address: '91.77.160.24' },
  ])
}

async function insertPerson(db: Db, contractIds: number[], person: typeof accounts.$inferInsert): Promise<number> {
  const [row] = await db.insert(accounts).values(person).returning({ id: accounts.id })
  const accountId = row?.id ?? 0
  await db.insert(accountContracts).values(contractIds.map((contractId) => ({ accountId, contractId })))
  return accountId
}

type SignIn = { accountId: number; at: Date; device: string; address: string; reason?: string }

async function insertSignIns(db: Db, organisationId: number, signIns: readonly SignIn[]): Promise<void> {
  for (const { accountId, at, device, address, reason } of signIns) {
    const id = randomUUID()
    await db
      .insert(auditValues)
      .values({ id, at, subjectType: 'account', subjectId: String(accountId), value: address })
    await db.insert(auditLog).values({
      at,
      origin: 'web',
      accountId: reason === undefined ? accountId : null,
      action: reason === undefined ? 'sign-in.succeeded' : 'sign-in.refused',
      objectType: 'account',
      objectId: String(accountId),
      organisationId,
      changes: {
        networkAddress: { before: null, after: id, personal: true },
        device: { before: null, after: device },
        ...(reason === undefined ? {} : { reason: { before: null, after: reason } }),
      },
    })
  }
}
