import { randomBytes } from 'node:crypto'
import type { RegisterField, RejectReason } from '#shared/api/staff/registrations.ts'
import { AppError } from '#server/platform/app-error.ts'
import { byAccount } from '#server/platform/audit/changed-by.ts'
import { recordAudit } from '#server/platform/audit/record.ts'
import { violatedConstraint, type Db } from '#server/platform/db/client.ts'
import type { Actor } from '#server/platform/sessions/actor.ts'
import { hashToken } from '#server/platform/sessions/sessions.ts'
import { lookUpInRegister, type RegistrationDeps } from '../look-up-register.ts'
import { insertEvent } from '../queries.ts'
import { notifyQuestion, notifyDuplicate, notifyRejected } from '../notify.ts'
import { toParty } from './read.ts'
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

/** Assigns the request to a person or to nobody. Idempotent. */
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
    await changeRequest(tx, actor, request, { assigneeId, status })
    const kind = assigneeId === null ? 'released' : 'taken'
    await insertEvent(tx, { requestId: id, kind, accountId: assigneeId ?? actor.accountId })
  })
}

/** Looks the firm up in the register again; keeps the old record if it does not answer. */
export async function checkRegisterAgain(deps: RegistrationDeps, actor: Actor, { id }: { id: number }): Promise<void> {
  const request = await getOpen(deps.db, { id })
  const registry = await lookUpInRegister(deps, request)
  if (registry.registryCheckedAt === null) throw new AppError('registerSilent')
  await deps.db.transaction(async (tx) => {
    await changeRequest(tx, actor, await lockOpen(tx, { id }), registry)
  })
}

const columnOf = {
  company: 'company',
  ogrn: 'ogrn',
  legal_address: 'legalAddress',
  head_name: 'headName',
} as const satisfies Record<RegisterField, keyof StoredRequest>

/** Copies a value of the register into the request. */
export async function takeFromRegister(
  { db }: Deps,
  actor: Actor,
  { id, field }: { id: number; field: RegisterField },
): Promise<void> {
  await db.transaction(async (tx) => {
    const request = await lockOpen(tx, { id })
    const party = toParty(request.registryParty)
    if (!party) throw new AppError('registerSilent')
    const values = {
      company: party.name,
      ogrn: party.ogrn,
      legalAddress: party.address,
      headName: party.management_name,
    }
    const column = columnOf[field]
    if (values[column] !== '') await changeRequest(tx, actor, request, { [column]: values[column] })
  })
}

/** Mails the applicant a link to answer; until then the request does not wait for staff. */
export async function sendQuestion(
  { db }: Deps,
  actor: Actor,
  { id, text }: { id: number; text: string },
): Promise<void> {
  const token = randomBytes(32).toString('base64url')
  await db.transaction(async (tx) => {
    const request = await lockOpen(tx, { id })
    if (request.status === 'data_requested' && request.decisionText === text) return
    await changeRequest(tx, actor, request, {
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

/** Rejects the request; a later sign-in with its password shows the reason. Idempotent. */
export async function reject({ db }: Deps, actor: Actor, { id, reason, text, blocksInn }: Rejection): Promise<void> {
  await db.transaction(async (tx) => {
    const request = await lockRequestOrThrow(tx, { id })
    if (request.status === 'rejected') return
    if (request.status === 'approved') throw new AppError('registrationDecided')
    await changeRequest(tx, actor, request, {
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

/** Takes back a rejection. */
export async function reopen({ db }: Deps, actor: Actor, { id }: { id: number }): Promise<void> {
  const reopened = db.transaction(async (tx) => {
    const request = await lockRequestOrThrow(tx, { id })
    if (request.status !== 'rejected' || request.erasedAt !== null) throw new AppError('registrationDecided')
    await changeRequest(tx, actor, request, {
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
    // The firm or the e-mail has another open request in the meantime.
    if (violatedConstraint(error)?.startsWith('registration_requests_open') !== true) throw error
    throw new AppError('alreadyRegistered')
  })
}

export async function lockRequestOrThrow(tx: Db, { id }: { id: number }): Promise<StoredRequest> {
  const request = await lockRequest(tx, { id })
  if (!request) throw new AppError('notFound')
  return request
}

export async function lockOpen(tx: Db, { id }: { id: number }): Promise<StoredRequest> {
  return assertOpen(await lockRequestOrThrow(tx, { id }))
}

async function getOpen(db: Db, { id }: { id: number }): Promise<StoredRequest> {
  const request = await findRequest(db, { id })
  if (!request) throw new AppError('notFound')
  return assertOpen(request)
}

function assertOpen(request: StoredRequest): StoredRequest {
  if (request.decidedAt !== null) throw new AppError('registrationDecided')
  return request
}

/** Writes the differences and their author. */
async function changeRequest(tx: Db, actor: Actor, request: StoredRequest, set: RequestChange): Promise<void> {
  await updateRequest(tx, { id: request.id, set })
  const {
    answerTokenHash: _token,
    registryParty: _party,
    registryCheckedAt: _at,
    decidedAt: _decided,
    ...audited
  } = set
  const before = Object.fromEntries(Object.keys(audited).map((name) => [name, request[name as keyof StoredRequest]]))
  await recordAudit(tx, byAccount(actor), {
    action: 'registration.changed',
    object: { type: 'registration', id: request.id },
    before,
    after: audited,
  })
}
