import { sql } from 'drizzle-orm'
import * as managers from '#shared/api/organisation/managers.ts'
import { call } from '#web/api/client.ts'
import type { AuditedCall, AuditedWorld } from './audited-world.ts'
import { addSession, signedIn } from './fixtures.ts'

const login = 'audited@buyer.example'
const ownerOf = ({ portal, world }: AuditedWorld) => signedIn(portal, world.ownerId)
const by = ({ world }: AuditedWorld) => world.ownerId

async function idOf(given: AuditedWorld): Promise<number> {
  const { items } = await call(managers.listManagers, {}, await ownerOf(given))
  return items.find((each) => each.login === login)?.id ?? 999_999
}

/** The owner's calls for employees, in an order in which they can be made. */
export const auditedEmployees: Record<string, AuditedCall> = {
  saveManager: {
    action: 'account.created',
    by,
    run: async (given) => {
      const sent = { login, name: 'Пётр Иванов', contractSelect: [given.world.contractId] }
      await call(managers.saveManager, sent, await ownerOf(given))
    },
  },
  inviteManager: {
    action: 'account.invited',
    by,
    run: async (given) => {
      await given.portal.db.execute(
        sql`update accounts set invited_at = now() - interval '8 days' where login = ${login}`,
      )
      await call(managers.inviteManager, { id: await idOf(given) }, await ownerOf(given))
    },
    repeats: true,
  },
  savePricePolitics: {
    action: 'account.prices-changed',
    by,
    run: async (given) => {
      const items = [{ show: 'percent', percent: 12 } as const]
      await call(managers.savePricePolitics, { id: await idOf(given), items }, await ownerOf(given))
    },
  },
  endManagerSessions: {
    action: 'session.ended',
    by,
    run: async (given) => {
      await addSession(given.portal.db, await idOf(given))
      await call(managers.endManagerSessions, { id: await idOf(given) }, await ownerOf(given))
    },
    repeats: true,
  },
  disableManager: {
    action: 'account.disabled',
    by,
    run: async (given) => call(managers.disableManager, { id: await idOf(given) }, await ownerOf(given)),
  },
  enableManager: {
    action: 'account.enabled',
    by,
    run: async (given) => call(managers.enableManager, { id: await idOf(given) }, await ownerOf(given)),
  },
  deleteManager: {
    action: 'account.deleted',
    by,
    run: async (given) => call(managers.deleteManager, { id: await idOf(given) }, await ownerOf(given)),
  },
}
