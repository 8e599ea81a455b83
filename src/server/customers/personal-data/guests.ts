import type { HeldData } from '#shared/api/account/personal-data.ts'
import { dayOf } from '#shared/rules/dates.ts'
import { AppError } from '#server/platform/app-error.ts'
import { byAccount } from '#server/platform/audit/changed-by.ts'
import { recordAudit } from '#server/platform/audit/record.ts'
import type { Db } from '#server/platform/db/client.ts'
import { deleteNoticesOf } from '#server/platform/notifications/service.ts'
import type { Actor } from '#server/platform/sessions/actor.ts'
import { eraseApplicants } from '#server/customers/registration/erase-applicants.ts'
import { withdrawConsentsOfRequests } from '#server/customers/registration/shared-queries-erase.ts'
import { listGuestTables } from './guest-tables.ts'
import { countHeldData } from './own-data.ts'
import { findGuest, lockRequestsOf, type Guest, type GuestRef } from './queries-guests.ts'
import { proveCaller } from './prove-caller.ts'
import { deleteRows, listRows, listStaffNoticeEvents } from './queries.ts'

/**
 * People without an account: applicants, found by the e-mail of their requests for access, and guests who asked for a
 * call, found by phone.
 */
type Deps = { db: Db }

const noAccount = { accountId: 0, login: '' }

export async function readGuestData({ db }: Deps, ref: GuestRef): Promise<{ guest: Guest; held: HeldData[] }> {
  const guest = await getGuest(db, ref)
  return { guest, held: await readHeld(db, guest) }
}

async function readHeld(db: Db, guest: Guest): Promise<HeldData[]> {
  return guest.erased ? [] : countHeldData(db, listGuestTables(guest), noAccount)
}

/** All data of a guest as JSON: heading → rows. */
export async function exportGuest(
  { db }: Deps,
  actor: Actor,
  { now, ...ref }: GuestRef & { now: Date },
): Promise<{ name: string; content: string }> {
  const guest = await getGuest(db, ref)
  const data: Record<string, unknown> = { Выгружено: now.toISOString(), Имя: guest.name }
  for (const own of guest.erased ? [] : listGuestTables(guest)) {
    const rows = await listRows(db, own, noAccount)
    if (rows.length > 0) data[own.table.title] = rows
  }
  await recordAudit(db, byAccount(actor), {
    action: 'account.exported',
    object: { type: objectTypeOf(ref), id: ref.id },
  })
  return {
    name: `Персональные данные ${ref.kind === 'request' ? `З-${ref.id}` : `звонок ${ref.id}`} ${dayOf(now)}.json`,
    content: `${JSON.stringify(data, null, 2)}\n`,
  }
}

type Erasure = GuestRef & { password: string; address: string; now: Date }

/**
 * An administrator erases a guest at their request; requires the administrator's own password. An open request for
 * access is rejected. Returns what is kept. A guest who is erased already is not erased again.
 */
export async function eraseGuest({ db }: Deps, actor: Actor, erasure: Erasure): Promise<HeldData[]> {
  const { kind, id, now } = erasure
  await proveCaller({ db }, actor, erasure)
  return db.transaction(async (tx) => {
    const guest = await findGuest(tx, { kind, id })
    if (!guest || guest.erased) return []
    const kept = (await readHeld(tx, guest)).filter(({ stays }) => stays !== '')
    const by = byAccount(actor)
    if (kind === 'request') {
      const ids = await lockRequestsOf(tx, guest)
      await withdrawConsentsOfRequests(tx, { ids })
      await deleteGuestRows(tx, guest)
      await eraseApplicants(tx, by, { ids, event: 'rejected', now })
    } else {
      await deleteStaffNotices(tx, guest)
      await deleteGuestRows(tx, guest)
    }
    await recordAudit(tx, by, { action: 'account.erased', object: { type: objectTypeOf({ kind }), id } })
    return kept
  })
}

/** Those about callbacks repeat name and phone; those about applicants go with their requests. Before the rows go. */
async function deleteStaffNotices(tx: Db, guest: Guest): Promise<void> {
  await deleteNoticesOf(tx, { events: await listStaffNoticeEvents(tx, listGuestTables(guest), noAccount) })
}

async function deleteGuestRows(tx: Db, guest: Guest): Promise<void> {
  for (const own of listGuestTables(guest)) if (own.table.erasing === 'deleted') await deleteRows(tx, own, noAccount)
}

function objectTypeOf({ kind }: Pick<GuestRef, 'kind'>): 'registration' | 'callback' {
  return kind === 'request' ? 'registration' : 'callback'
}

async function getGuest(db: Db, ref: GuestRef): Promise<Guest> {
  const guest = await findGuest(db, ref)
  if (!guest) throw new AppError('notFound')
  return guest
}
