import { sql, type SQL } from 'drizzle-orm'
import { tables } from './columns.ts'
import { isNobodysLogin, requestsOfEmail, type Guest } from './queries-guests.ts'
import { byLogin, byLoginWithin, type OwnTable } from './rows-of.ts'

/** Tables with data of a person without an account; children before their parents. */
export function listGuestTables(guest: Guest): { name: string; table: OwnTable }[] {
  return guest.kind === 'callback' ? callbackTables(guest) : requestTables(guest)
}

function callbackTables({ phone }: Guest) {
  return [guestTable('callbacks', sql`account_id is null and phone = ${phone}`)]
}

function requestTables({ email }: Guest) {
  const requests = requestsOfEmail(email)
  const person = { accountId: 0, login: email }
  return [
    guestTable('registration_events', sql`request_id in ${requests}`),
    guestTable('registration_requests', sql`id in ${requests}`),
    guestTable('consents', sql`account_id is null and request_id in ${requests}`),
    guestTable(
      'audit_values',
      sql`subject_type = 'registration' and subject_id in (select id::text from ${requests} r)`,
    ),
    guestTable('mails', sql`account_id is null and ${isNobodysLogin(email)} and ${byLogin('recipient')(person)}`),
    guestTable('attempts', sql`${isNobodysLogin(email)} and ${byLoginWithin('key')(person)}`),
  ]
}

/** Guests have no contracts, and the rows are found by their own condition. */
function guestTable(name: string, condition: SQL): { name: string; table: OwnTable } {
  const table = tables[name]
  if (!table || !('title' in table)) throw new Error(`${name} holds nothing of a person`)
  const { contracts: _none, ...kept } = table
  return { name, table: { ...kept, of: () => condition } }
}
