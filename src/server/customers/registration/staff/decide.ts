import { randomBytes } from 'node:crypto'
import type { RegisterField, RejectReason } from '#shared/api/staff/registrations.ts'
import { AppError } from '#server/platform/app-error.ts'
import { byAccount } from '#server/platform/audit/changed-by.ts'
import { recordAudit } from '#server/platform/audit/record.ts'
import { violatedConstraint, type Db } from '#server/platform/db/client.ts'
import type { Actor } from '#server/platform/sessions/actor.ts'
import { hashToken } from '#server/platform/sessions/sessions.ts'
import { askRegister, type RegistrationDeps } from '../ask-register.ts'
import { insertEvent } from '../queries.ts'
import { notifyQuestion, notifyDuplicate, notifyRejected } from '../notify.ts'
import { partyOf } from './read.ts'
import { listOwnersOf } from './queries-customers.ts'
import {
  findRequest,
  listColleagues,
  lockRequest,
  updateRequest,
  type RequestChange,
  type StoredRequest,
} from './queries-requests.ts'

type Deps = { db: Db }

/** Gives the request to somebody, or to nobody. Who has it checks it. Again changes nothing. */
export async function assign(
  { db }: Deps,
  actor: Actor,
  { id, assigneeId }: { id: number; assigneeId: number | null },
): Promise<void> {
  const colleagues = await listColleagues(db)
  if (assigneeId !== null && !colleagues.some((each) => each.id === assigneeId)) throw new AppError('notFound')
  await db.transaction(async (tx) => {
    const request = await lockOpen(tx, { id })
    if (request.assigneeId === assigneeId) return
    const status = request.status === 'data_requested' ? request.status : assigneeId === null ? 'new' : 'checking'
    await change(tx, actor, request, { assigneeId, status })
    const kind = assigneeId === null ? 'released' : 'taken'
    await insertEvent(tx, { requestId: id, kind, accountId: assigneeId ?? actor.accountId })
  })
}

/** Asks the register again and keeps what it says; one that does not answer leaves what it said before. */
export async function recheck(deps: RegistrationDeps, actor: Actor, { id }: { id: number }): Promise<void> {
  const request = await getOpen(deps.db, { id })
  const registry = await askRegister(deps, request)
  if (registry.registryCheckedAt === null) throw new AppError('registerSilent')
  await deps.db.transaction(async (tx) => {
    await change(tx, actor, await lockOpen(tx, { id }), registry)
  })
}

const columnOf = {
  company: 'company',
  ogrn: 'ogrn',
  legal_address: 'legalAddress',
  head_name: 'headName',
} as const satisfies Record<RegisterField, keyof StoredRequest>

/** Puts what the register says into the request. */
export async function takeFromRegister(
  { db }: Deps,
  actor: Actor,
  { id, field }: { id: number; field: RegisterField },
): Promise<void> {
  await db.transaction(async (tx) => {
    const request = await lockOpen(tx, { id })
    const party = partyOf(request.registryParty)
    if (!party) throw new AppError('registerSilent')
    const values = {
      company: party.name,
      ogrn: party.ogrn,
      legalAddress: party.address,
      headName: party.management_name,
    }
    const column = columnOf[field]
    if (values[column] !== '') await change(tx, actor, request, { [column]: values[column] })
  })
}

/** The applicant gets a letter with a link to the answer; until it comes, staff are not waited for. */
export async function ask({ db }: Deps, actor: Actor, { id, text }: { id: number; text: string }): Promise<void> {
  const token = randomBytes(32).toString('base64url')
  await db.transaction(async (tx) => {
    const request = await lockOpen(tx, { id })
    if (request.status === 'data_requested' && request.decisionText === text) return
    await change(tx, actor, request, {
      status: 'data_requested',
      decisionText: text,
      assigneeId: request.assigneeId ?? actor.accountId,
      answerTokenHash: hashToken(token),
    })
    await insertEvent(tx, { requestId: id, kind: 'data_requested', accountId: actor.accountId, text })
    await notifyQuestion(tx, request, { text, link: `/answer/${token}`, asks: actor.login })
  })
}

type Rejection = { id: number; reason: RejectReason; text: string; blocksInn: boolean }

/** Refuses; the sign-in tells why to those who know the request's password. Sent again it changes nothing. */
export async function reject({ db }: Deps, actor: Actor, { id, reason, text, blocksInn }: Rejection): Promise<void> {
  await db.transaction(async (tx) => {
    const request = await lockAny(tx, { id })
    if (request.status === 'rejected') return
    if (request.status === 'approved') throw new AppError('registrationDecided')
    await change(tx, actor, request, {
      status: 'rejected',
      decidedAt: 'now',
      decidedById: actor.accountId,
      decisionText: text,
      rejectReason: reason,
      blocksInn,
      answerTokenHash: null,
      assigneeId: request.assigneeId ?? actor.accountId,
    })
    const eventId = await insertEvent(tx, { requestId: id, kind: 'rejected', accountId: actor.accountId, text })
    await notifyRejected(tx, request, { eventId, text })
    if (reason === 'duplicate') await notifyDuplicate(tx, request, { owners: await listOwnersOf(tx, request) })
  })
}

/** A refusal by mistake is taken back. */
export async function reopen({ db }: Deps, actor: Actor, { id }: { id: number }): Promise<void> {
  const reopened = db.transaction(async (tx) => {
    const request = await lockAny(tx, { id })
    if (request.status !== 'rejected' || request.erasedAt !== null) throw new AppError('registrationDecided')
    await change(tx, actor, request, {
      status: 'checking',
      decidedAt: null,
      decidedById: null,
      decisionText: '',
      rejectReason: null,
      blocksInn: false,
      assigneeId: actor.accountId,
    })
    await insertEvent(tx, { requestId: id, kind: 'reopened', accountId: actor.accountId })
  })
  await reopened.catch((error: unknown) => {
    // The firm, or the e-mail, has another request open by now.
    if (violatedConstraint(error)?.startsWith('registration_requests_open') !== true) throw error
    throw new AppError('alreadyRegistered')
  })
}

export async function lockAny(tx: Db, { id }: { id: number }): Promise<StoredRequest> {
  const request = await lockRequest(tx, { id })
  if (!request) throw new AppError('notFound')
  return request
}

export async function lockOpen(tx: Db, { id }: { id: number }): Promise<StoredRequest> {
  return openOnly(await lockAny(tx, { id }))
}

async function getOpen(db: Db, { id }: { id: number }): Promise<StoredRequest> {
  const request = await findRequest(db, { id })
  if (!request) throw new AppError('notFound')
  return openOnly(request)
}

function openOnly(request: StoredRequest): StoredRequest {
  if (request.decidedAt !== null) throw new AppError('registrationDecided')
  return request
}

/** Writes what differs, and who did it. */
async function change(tx: Db, actor: Actor, request: StoredRequest, set: RequestChange): Promise<void> {
  await updateRequest(tx, { id: request.id, set })
  const { answerTokenHash: _token, registryParty: _party, registryCheckedAt: _at, decidedAt: _decided, ...told } = set
  const before = Object.fromEntries(Object.keys(told).map((name) => [name, request[name as keyof StoredRequest]]))
  await recordAudit(tx, byAccount(actor), {
    action: 'registration.changed',
    object: { type: 'registration', id: request.id },
    before,
    after: told,
  })
}
