import { moveEmployee, type Access } from '#server/customers/employees/move.ts'
import { copyConsents } from '#server/customers/registration/shared-queries-consents.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { StaffActor } from '#server/platform/sessions/actor.ts'
import { readPerson, type CustomerPerson } from './people.ts'
import { findPersonRecords, type PersonRecords } from './queries-person.ts'
import { lockOrThrow } from './service.ts'

type Deps = { db: Db }
type Move = { organisationId: number; id: number; targetId: number; version: string; access: Access }

/** What a person has made in their organisation, and would leave there. */
export async function readPersonRecords({ db }: Deps, actor: StaffActor, ref: { id: number }): Promise<PersonRecords> {
  const found = await findPersonRecords(db, { actor, ...ref })
  if (!found) throw new AppError('notFound')
  return found
}

/** Moves a person to another customer of the caller. Idempotent. */
export async function movePerson(
  { db }: Deps,
  actor: StaffActor,
  { organisationId, id, targetId, version, access }: Move,
): Promise<CustomerPerson> {
  if (targetId === organisationId) throw refused('Сотрудник уже в этой организации')
  return db.transaction(async (tx) => {
    const locked = new Map<number, Awaited<ReturnType<typeof lockOrThrow>>>()
    for (const each of [organisationId, targetId].toSorted((one, other) => one - other))
      locked.set(each, await lockOrThrow(tx, actor, { organisationId: each }))
    if (locked.get(targetId)?.status !== 'active') throw refused('Эта организация на портал не входит')
    const from = { ...actor, organisationId }
    const to = { ...actor, organisationId: targetId }
    const movedId = await moveEmployee(tx, { from, to, id, version, access })
    await copyConsents(tx, { fromId: id, toId: movedId })
    return readPerson(tx, { organisationId: targetId, id: movedId })
  })
}

const refused = (target: string) => new AppError('invalid', { fields: { target } })
