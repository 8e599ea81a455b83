import { and, desc, eq, ne, sql } from 'drizzle-orm'
import { rightsOf, type Role } from '#shared/rights.ts'
import type { Db } from '#server/platform/db/client.ts'
import { accounts } from '#server/platform/db/schema/access.ts'
import { organisations, personalManagers } from '#server/platform/db/schema/organisations.ts'
import { registrationRequests } from '#server/platform/db/schema/registration.ts'

/** The latest request for access with this e-mail, unless it has become an account. */
export async function findApplicant(db: Db, { email }: { email: string }) {
  const [found] = await db
    .select({
      passwordHash: registrationRequests.passwordHash,
      rejected: sql<boolean>`${registrationRequests.status} = 'rejected'`,
      decisionText: registrationRequests.decisionText,
    })
    .from(registrationRequests)
    .where(and(eq(registrationRequests.email, email), ne(registrationRequests.status, 'approved')))
    .orderBy(desc(registrationRequests.id))
    .limit(1)
  return found
}

/** Data of the signed-in person for the screens. */
export async function getProfile(db: Db, { accountId }: { accountId: number }) {
  const [found] = await db
    .select({
      id: accounts.id,
      login: accounts.login,
      name: accounts.name,
      phone: accounts.phone,
      role: sql<Role>`${accounts.role}`,
      grants: accounts.grants,
      pricePolitics: accounts.pricePolitics,
      organisationId: organisations.id,
      organisationName: organisations.name,
      demo: sql<boolean>`coalesce(${organisations.demo}, false)`,
      managerName: personalManagers.name,
      managerPhone: personalManagers.phone,
      managerEmail: personalManagers.email,
    })
    .from(accounts)
    .leftJoin(organisations, eq(organisations.id, accounts.organisationId))
    .leftJoin(personalManagers, eq(personalManagers.id, organisations.personalManagerId))
    .where(eq(accounts.id, accountId))
  if (!found) throw new Error(`account ${accountId} of a live session is gone`)
  return { ...found, rights: rightsOf(found) }
}
