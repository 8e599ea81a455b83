import type { ActReply } from '#shared/api/money/acts.ts'
import type { StaffActGroup } from '#shared/api/administration/queue-groups.ts'
import { isBuilt } from '#shared/rules/act-states.ts'
import { formatDay } from '#shared/rules/dates.ts'
import { listPhrases } from '#shared/rules/list-text.ts'
import { listStaffWhoServe } from '#server/customers/organisations/shared-queries-customers.ts'
import { AppError } from '#server/platform/app-error.ts'
import { byAccount } from '#server/platform/audit/changed-by.ts'
import { recordAudit } from '#server/platform/audit/record.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { PdfDocument } from '#server/platform/files/pdf-queue.ts'
import { notify } from '#server/platform/notifications/service.ts'
import { limitAndOffset, paginationOf, type Pagination } from '#server/platform/pagination.ts'
import type { StaffActor } from '#server/platform/sessions/actor.ts'
import { prepareBuiltAct } from '../files.ts'
import { countMatches, listMatchNumbers, readMatches, type ReadMatch } from '../queries-matches.ts'
import { readDetailsOf, type ActDetails } from '../service.ts'
import {
  assignStaffAct,
  countStaffActs,
  findStaffAct,
  listRecipients,
  listReplies,
  listStaffActs,
  lockStaffAct,
  markReplied,
  saveReply,
  saveStaffNote,
  type LineReplyRow,
  type StoredStaffAct,
} from './queries.ts'

type Deps = { db: Db }
type ActRef = { actId: number }

type QueueInput = { group: StaffActGroup; mine: boolean; query: string; page: number; perPage: number }

/** Acts of the caller's customers. */
export async function readActQueue({ db }: Deps, actor: StaffActor, { group, mine, query, ...paging }: QueueInput) {
  const filter = { actor, mine, query }
  const counts = await countStaffActs(db, filter)
  const acts = await listStaffActs(db, { ...filter, group, ...limitAndOffset(paging) })
  return { acts, counts, pagination: paginationOf(paging, counts[group]) }
}

export type StaffActView = {
  act: StoredStaffAct
  details: ActDetails
  colleagues: { id: number; name: string }[]
}

export async function readStaffAct({ db }: Deps, actor: StaffActor, { actId }: ActRef): Promise<StaffActView> {
  const act = await getStaffAct(db, actor, { actId })
  return { act, details: await readDetailsOf(db, act), colleagues: await listStaffWhoServe(db, act) }
}

/** The act for signature, as the buyer gets it. */
export async function prepareStaffActPdf({ db }: Deps, actor: StaffActor, { actId }: ActRef): Promise<PdfDocument> {
  const act = await getStaffAct(db, actor, { actId })
  if (!isBuilt(act.state)) throw new AppError('actNotReady')
  return prepareBuiltAct(db, act)
}

/** A page of the disputed lines that the buyer sent, in the order of the act. */
export async function readDisputedRows(
  { db }: Deps,
  actor: StaffActor,
  { actId, page, perPage }: ActRef & { page: number; perPage: number },
): Promise<{ matches: ReadMatch[]; pagination: Pagination }> {
  const act = await getStaffAct(db, actor, { actId })
  const filter = { actId, view: 'disputed', from: 1, to: act.state === 'disputed' ? act.matches : 0 } as const
  const pagination = paginationOf({ page, perPage }, await countMatches(db, filter))
  const numbers = await listMatchNumbers(db, { ...filter, ...limitAndOffset({ page, perPage }) })
  return { matches: await readMatches(db, { actId, matches: numbers }), pagination }
}

/** Assigns the act to a person who serves the customer, or to nobody. Idempotent. */
export async function assignAct(
  { db }: Deps,
  actor: StaffActor,
  { actId, assigneeId }: ActRef & { assigneeId: number | null },
): Promise<void> {
  await db.transaction(async (tx) => {
    const act = await lockOrThrow(tx, actor, { actId })
    if (act.assigneeId === assigneeId) return
    if (assigneeId !== null) {
      const colleagues = await listStaffWhoServe(tx, act)
      if (!colleagues.some(({ id }) => id === assigneeId)) throw new AppError('notFound')
    }
    await assignStaffAct(tx, { actId, assigneeId })
    await recordAudit(tx, byAccount(actor), {
      action: 'act.assigned',
      object: objectOf(act),
      before: { assigneeId: act.assigneeId },
      after: { assigneeId },
    })
  })
}

export async function setActNote(
  { db }: Deps,
  actor: StaffActor,
  { actId, note }: ActRef & { note: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockOrThrow(tx, actor, { actId })
    await saveStaffNote(tx, { actId, note })
  })
}

type LineReply = { match: number; reply: ActReply | null; reason: string }

/** Saves the reply to a disputed line, which the buyer does not see yet; null withdraws it. */
export async function replyToLine({ db }: Deps, actor: StaffActor, input: ActRef & LineReply): Promise<void> {
  const { actId, match, reply } = input
  const reason = reply === null ? '' : input.reason
  if (reply === 'refuse' && reason === '')
    throw new AppError('invalid', { fields: { reason: 'Напишите покупателю, почему отказываете' } })
  await db.transaction(async (tx) => {
    const act = await lockOrThrow(tx, actor, { actId })
    assertDisputed(act)
    if (act.repliedAt !== null) throw new AppError('actReplied')
    if (!(await saveReply(tx, { actId, match, reply, reason }))) throw new AppError('notFound')
  })
}

/** Sends the replies to the buyer; the act then stays as it is. Idempotent. */
export async function sendReplies({ db }: Deps, actor: StaffActor, { actId }: ActRef): Promise<void> {
  await db.transaction(async (tx) => {
    const act = await lockOrThrow(tx, actor, { actId })
    assertDisputed(act)
    if (act.repliedAt !== null) return
    if (act.accepted + act.refused < act.disputed) throw new AppError('actUnreplied')
    const replies = await listReplies(tx, { actId })
    const assigneeId = act.assigneeId ?? actor.accountId
    await markReplied(tx, { actId, by: actor.name, assigneeId })
    await recordAudit(tx, byAccount(actor), {
      action: 'act.replied',
      object: objectOf(act),
      before: { assigneeId: act.assigneeId },
      after: { assigneeId, ...replyFields(replies) },
    })
    await notifyBuyer(tx, act, replies)
  })
}

const replyNames: Record<ActReply, string> = { accept: 'согласны с покупателем', refuse: 'отказ' }

/** One field of the audit trail per line. */
function replyFields(replies: readonly LineReplyRow[]) {
  return Object.fromEntries(
    replies.map(({ match, reply, reason }) => [
      `lines.${match}`,
      [replyNames[reply], reason].filter(Boolean).join(': '),
    ]),
  )
}

const maxReasons = 3

async function notifyBuyer(tx: Db, act: StoredStaffAct, replies: readonly LineReplyRow[]): Promise<void> {
  const reasons = [...new Set(replies.flatMap(({ reply, reason }) => (reply === 'refuse' ? [reason] : [])))]
  const text = [
    `Период ${formatDay(act.firstDay)} – ${formatDay(act.lastDay)}.`,
    act.accepted > 0 && `Согласились с вами по строкам: ${act.accepted}.`,
    act.refused > 0 && `Отказали по строкам: ${act.refused}. ${listPhrases(reasons, maxReasons)}`,
  ]
  await notify(tx, {
    accountIds: await listRecipients(tx, act),
    kind: 'act',
    title: `Ответ на разногласия по акту ${act.number}`,
    text: text.filter(Boolean).join(' '),
    link: `/acts/${act.id}`,
    contractIds: [act.contractId],
    eventKey: `act-replied:${act.id}`,
  })
}

const objectOf = ({ id, organisationId }: StoredStaffAct) => ({ type: 'act', id, organisationId }) as const

function assertDisputed({ state }: StoredStaffAct): void {
  if (state !== 'disputed') throw new AppError('actNotDisputed')
}

async function getStaffAct(db: Db, actor: StaffActor, { actId }: ActRef): Promise<StoredStaffAct> {
  const act = await findStaffAct(db, { actor, actId })
  if (!act) throw new AppError('notFound')
  return act
}

async function lockOrThrow(tx: Db, actor: StaffActor, { actId }: ActRef): Promise<StoredStaffAct> {
  const act = await lockStaffAct(tx, { actor, actId })
  if (!act) throw new AppError('notFound')
  return act
}
