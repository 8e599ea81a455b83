import type { OwnSession } from '#shared/api/sessions.ts'
import { AppError } from '#server/app-error.ts'
import type { Db } from '#server/db/client.ts'
import type { Actor } from './actor.ts'
import { deviceOf } from './device.ts'
import { deleteOtherSessions, deleteSessionById, listSessions } from './queries-sessions.ts'
import { hashToken } from './service.ts'

type Deps = { db: Db }

export async function readOwnSessions({ db }: Deps, { accountId }: Actor, { token }: { token: string }): Promise<OwnSession[]> {
  const stored = await listSessions(db, { accountId, tokenHash: hashToken(token) })
  return stored.map(({ id, address, userAgent, createdAt, lastSeenAt, current }) => ({
    id,
    device: deviceOf(userAgent),
    address,
    since: createdAt.toISOString(),
    last_used: lastSeenAt.toISOString(),
    current,
  }))
}

export async function endOwnSession({ db }: Deps, { accountId }: Actor, { id }: { id: number }): Promise<void> {
  if (!(await deleteSessionById(db, { accountId, id }))) throw new AppError('notFound')
}

export async function endOthers({ db }: Deps, { accountId }: Actor, { token }: { token: string }): Promise<number> {
  return deleteOtherSessions(db, { accountId, tokenHash: hashToken(token) })
}
