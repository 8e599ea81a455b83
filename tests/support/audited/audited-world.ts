import { sql } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import * as secondFactor from '#shared/api/account/second-factor.ts'
import { call } from '#web/api/client.ts'
import type { TestApp } from '../app.ts'
import { addAccount, createWorld, signedIn } from '../fixtures.ts'

export type AuditedWorld = Awaited<ReturnType<typeof createAuditedWorld>>

export type AuditedCall = {
  action: string
  /** The caller; undefined: the administrator, null: a guest. */
  by?: (context: AuditedWorld) => number | null
  run: (context: AuditedWorld) => Promise<unknown>
  /** A repeated call is audited again or refused. Other calls leave no second row. */
  isRepeatable?: true
}

/** Password of the test accounts. */
export const password = 'Сосновый бор 41'

/** Data for the audited calls: a buyer, a category, two parameters, and an open first run. */
export async function createAuditedWorld(portal: TestApp) {
  const { db } = portal
  const world = await createWorld(db)
  await db.execute(sql`
    insert into categories (id, name, url, active) overriding system value values (7001, 'Крепёж', 'krepezh', true)`)
  await db.execute(sql`
    insert into parameters (id, code1c, name) overriding system value
    values (8001, 'p1', 'Цвет'), (8002, 'p2', 'Размер')`)
  await db.execute(sql`insert into portal_setup default values`)
  return { portal, world, admin: await signedIn(portal, world.adminId), person: await addPerson(portal) }
}

/** A salesperson with a password, who sets up an authenticator app. */
async function addPerson(portal: TestApp) {
  const login = 'person@opt.example'
  const id = await addAccount(portal.db, { role: 'sales', login, password })
  return {
    id,
    login,
    visitor: await signedIn(portal, id),
    codes: [] as string[],
    async confirm() {
      const { secret } = await call(secondFactor.beginSecondFactor, { password }, this.visitor)
      const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
      this.codes = (await call(secondFactor.confirmSecondFactor, { code }, this.visitor)).recovery_codes
    },
  }
}
