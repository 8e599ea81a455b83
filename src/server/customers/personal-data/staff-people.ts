import type { Readable } from 'node:stream'
import type { HeldData } from '#shared/api/account/personal-data.ts'
import { dayOf } from '#shared/rules/dates.ts'
import { AppError } from '#server/platform/app-error.ts'
import { byAccount } from '#server/platform/audit/changed-by.ts'
import { recordAudit } from '#server/platform/audit/record.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { FileStore } from '#server/platform/files/store.ts'
import type { Actor } from '#server/platform/sessions/actor.ts'
import { eraseIfAllowed } from './erase.ts'
import { exportData } from './export-data.ts'
import { readHeldData } from './own-data.ts'
import { proveCaller } from './prove-caller.ts'
import { findGuests, type Guest } from './queries-guests.ts'
import { findPeople, findPerson, type DataPerson } from './queries-people.ts'

type Deps = { db: Db; files: FileStore }

const maxShown = 20

/** Searches people with and without an account by words; an empty query finds nobody. */
export async function searchPeople(
  { db }: Pick<Deps, 'db'>,
  { query }: { query: string },
): Promise<{ items: DataPerson[]; guests: Guest[]; more: boolean }> {
  if (query === '') return { items: [], guests: [], more: false }
  const found = await findPeople(db, { query, limit: maxShown + 1 })
  const guests = await findGuests(db, { query, limit: maxShown + 1 })
  return {
    items: found.slice(0, maxShown),
    guests: guests.slice(0, maxShown),
    more: found.length > maxShown || guests.length > maxShown,
  }
}

export async function readPersonData(
  { db }: Pick<Deps, 'db'>,
  { id }: { id: number },
): Promise<{ person: DataPerson; held: HeldData[] }> {
  const person = await getPerson(db, { id })
  return { person, held: await readHeldData({ db }, person) }
}

/** Data of a person with uploaded files, as a streamed ZIP. */
export async function exportPerson(
  { db, files }: Deps,
  actor: Actor,
  { id, now }: { id: number; now: Date },
): Promise<{ name: string; content: Readable }> {
  const person = await getPerson(db, { id })
  const content = await exportData({ db, files }, person, { now })
  await recordAudit(db, byAccount(actor), {
    action: 'account.exported',
    object: { type: 'account', id, organisationId: person.organisationId },
  })
  return { name: `Персональные данные ${person.accountId} ${dayOf(now)}.zip`, content }
}

/** An administrator erases a person at their request; requires the administrator's own password. */
export async function erasePersonByStaff(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  { id, password, address }: { id: number; password: string; address: string },
): Promise<HeldData[]> {
  await proveCaller({ db }, actor, { password, address })
  const person = await getPerson(db, { id })
  if (person.state !== 'erased') await eraseIfAllowed({ db }, byAccount(actor), person)
  return (await readHeldData({ db }, person)).filter(({ stays }) => stays !== '')
}

async function getPerson(db: Db, { id }: { id: number }): Promise<DataPerson> {
  const person = await findPerson(db, { id })
  if (!person) throw new AppError('notFound')
  return person
}
