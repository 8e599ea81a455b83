import { sql } from 'drizzle-orm'
import * as managers from '#shared/api/organisation/managers.ts'
import { call } from '#web/api/client.ts'
import type { AuditedCall, AuditedWorld } from './audited-world.ts'
import { addSession, signedIn } from '../fixtures.ts'

const login = 'audited@buyer.example'
const ownerOf = ({ portal, world }: AuditedWorld) => signedIn(portal, world.ownerId)
const by = ({ world }: AuditedWorld) => world.ownerId

async function employeeId(context: AuditedWorld): Promise<number> {
  const { items } = await call(managers.listManagers, {}, await ownerOf(context))
  return items.find((each) => each.login === login)?.id ?? 999_999
}

/** The owner's calls for employees, in an order in which they succeed. */
export const auditedEmployees: Record<string, AuditedCall> = {
  saveManager: {
    action: 'account.created',
    by,
    run: async (context) => {
      const input = { login, name: 'Пётр Иванов', contractSelect: [context.world.contractId] }
      await call(managers.saveManager, input, await ownerOf(context))
    },
  },
  inviteManager: {
    action: 'account.invited',
    by,
    run: async (context) => {
      await context.portal.db.execute(
        sql`update accounts set invited_at = now() - interval '8 days' where login = ${login}`,
      )
      await call(managers.inviteManager, { id: await employeeId(context) }, await ownerOf(context))
    },
    isRepeatable: true,
  },
  savePricePolitics: {
    action: 'account.prices-changed',
    by,
    run: async (context) => {
      const items = [{ show: 'percent', percent: 12 } as const]
      await call(managers.savePricePolitics, { id: await employeeId(context), items }, await ownerOf(context))
    },
  },
  endManagerSessions: {
    action: 'session.ended',
    by,
    run: async (context) => {
      await addSession(context.portal.db, await employeeId(context))
      await call(managers.endManagerSessions, { id: await employeeId(context) }, await ownerOf(context))
    },
    isRepeatable: true,
  },
  disableManager: {
    action: 'account.disabled',
    by,
    run: async (context) => call(managers.disableManager, { id: await employeeId(context) }, await ownerOf(context)),
  },
  enableManager: {
    action: 'account.enabled',
    by,
    run: async (context) => call(managers.enableManager, { id: await employeeId(context) }, await ownerOf(context)),
  },
  deleteManager: {
    action: 'account.deleted',
    by,
    run: async (context) => call(managers.deleteManager, { id: await employeeId(context) }, await ownerOf(context)),
  },
}
