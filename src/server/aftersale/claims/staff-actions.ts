import { decidedState, isUndecided, type ClaimSettlement } from '#shared/rules/aftersale/claims.ts'
import { addWorkingDays, dayOf } from '#shared/rules/dates.ts'
import { findCalendarFrom } from '#server/buying/delivery/shared-queries-calendar.ts'
import { AppError } from '#server/platform/app-error.ts'
import { byAccount, byExchange, type ChangedBy } from '#server/platform/audit/changed-by.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { StaffActor } from '#server/platform/sessions/actor.ts'
import { auditClaim, decisionFields } from './audit-claim.ts'
import { ofStaff, type ClaimScope } from './claim-scope.ts'
import { listLines, lockClaim, type StoredClaim, type StoredLine } from './queries.ts'
import { insertMessage, listColleagues, saveDecisions, updateClaim, type LineDecision } from './queries-write.ts'
import { questionNotice, decisionNotice, notifyBuyer } from './notify.ts'
import { readTermsOf } from './terms/terms.ts'

type Deps = { db: Db }
type ClaimRef = { claimId: number }
/** Author of a decision: staff, or 1C. */
type Author = { accountId: number | null; name: string }

function changedBy({ accountId }: Author): ChangedBy {
  return accountId === null ? byExchange(null) : byAccount({ accountId })
}

/** Assigns the claim to a person or to nobody. Idempotent. */
export async function assignClaim(
  { db }: Deps,
  actor: StaffActor,
  { claimId, assigneeId }: ClaimRef & { assigneeId: number | null },
): Promise<void> {
  const colleague = (await listColleagues(db)).find(({ id }) => id === assigneeId)
  if (assigneeId !== null && !colleague) throw new AppError('notFound')
  await db.transaction(async (tx) => {
    const claim = await lockOpenClaim(tx, ofStaff(actor), { claimId })
    if (claim.assigneeId === assigneeId) return
    const state = claim.state === 'new' && assigneeId !== null ? 'working' : claim.state
    await updateClaim(tx, { id: claimId, assigneeId, state })
    await auditClaim(tx, claim, {
      action: 'claim.assigned',
      by: byAccount(actor),
      before: { assigneeId: claim.assigneeId, state: claim.state },
      after: { assigneeId, state },
    })
    await writeEvent(tx, actor, {
      claimId,
      kind: colleague ? 'taken' : 'released',
      text: colleague?.name ?? '',
    })
  })
}

type Message = ClaimRef & { text: string; note: boolean; key: string | undefined }

export async function writeMessage({ db }: Deps, actor: StaffActor, message: Message): Promise<void> {
  const { claimId, note, key } = message
  const text = requireText(message.text)
  await db.transaction(async (tx) => {
    const claim = await lockClaimOrThrow(tx, ofStaff(actor), { claimId })
    const kind = note ? 'note' : 'text'
    const messageId = await writeEvent(tx, actor, { claimId, kind, text, key })
    if (messageId === undefined || note) return
    await notifyBuyer(tx, claim, {
      title: `Ответ по рекламации ${claim.number}`,
      text,
      messageId,
    })
  })
}

/** Asks the buyer and waits for the answer. Idempotent. */
export async function sendQuestion(
  { db }: Deps,
  actor: StaffActor,
  { claimId, now, ...question }: ClaimRef & { text: string; now: Date },
): Promise<void> {
  const text = requireText(question.text)
  await db.transaction(async (tx) => {
    const claim = await lockOpenClaim(tx, ofStaff(actor), { claimId })
    if (claim.state === 'asked' && claim.question === text) return
    const today = dayOf(now)
    const { answerDays } = await readTermsOf(tx, claim)
    const answerBy = addWorkingDays(today, answerDays, await findCalendarFrom(tx, today))
    const assigneeId = claim.assigneeId ?? actor.accountId
    await updateClaim(tx, {
      id: claimId,
      state: 'asked',
      question: text,
      answerBy,
      assigneeId,
    })
    const messageId = (await writeEvent(tx, actor, { claimId, kind: 'asked', text })) ?? 0
    await notifyBuyer(tx, claim, {
      ...questionNotice(claim, { text, answerBy }),
      messageId,
    })
  })
}

export type DecisionInput = {
  position: number
  acceptedMilli: number
  settleBy: ClaimSettlement | undefined
  reason: string
}
type Decision = ClaimRef & {
  lines: readonly DecisionInput[]
  text: string
  now: Date
}

/** Decides all lines at once. Idempotent. */
export async function decideClaim({ db }: Deps, actor: StaffActor, decision: Decision): Promise<void> {
  await db.transaction(async (tx) => {
    const claim = await lockClaimOrThrow(tx, ofStaff(actor), decision)
    await decideLocked(tx, claim, {
      ...decision,
      by: { accountId: actor.accountId, name: actor.name },
    })
  })
}

/** False: the same decision has been made already. */
export async function decideLocked(
  tx: Db,
  claim: StoredClaim,
  { lines, text, now, by }: Omit<Decision, 'claimId'> & { by: Author },
): Promise<boolean> {
  const claimId = claim.id
  const stored = await listLines(tx, { claimId })
  const decided = withDefaults(stored, lines)
  if (!isUndecided(claim.state)) {
    if (claim.state !== 'withdrawn' && isSame(stored, decided) && text === claim.decision) return false
    throw new AppError('claimDecided')
  }
  const state = decidedState(decided)
  await saveDecisions(tx, { claimId, lines: decided })
  const assigneeId = claim.assigneeId ?? by.accountId
  const set = {
    state,
    decidedAt: now,
    decision: text,
    question: '',
    answerBy: null,
    assigneeId,
  } as const
  await updateClaim(tx, { id: claimId, ...set })
  await auditClaim(tx, claim, {
    action: 'claim.decided',
    by: changedBy(by),
    before: { state: claim.state, decisionText: claim.decision, ...decisionFields(stored) },
    after: { state, decisionText: text, ...decisionFields(decided) },
  })
  const messageId = (await writeEvent(tx, by, { claimId, kind: state, text })) ?? 0
  const reasons = [...new Set(decided.map(({ reason }) => reason).filter(Boolean))]
  const noticeText = [text, ...reasons].filter(Boolean).join('. ')
  await notifyBuyer(tx, claim, {
    ...decisionNotice({ ...claim, state }, noticeText),
    messageId,
  })
  return true
}

/** Every line with its decision; a reduced one needs a reason. */
function withDefaults(stored: readonly StoredLine[], sent: readonly DecisionInput[]): (LineDecision & Quantity)[] {
  return stored.map(({ position, quantityMilli }) => {
    const line = sent.find((each) => each.position === position)
    const reason = line?.reason.trim() ?? ''
    if (!line || (line.acceptedMilli < quantityMilli && reason === '')) throw new AppError('decisionIncomplete')
    const { acceptedMilli, settleBy } = line
    if (acceptedMilli > quantityMilli) throw new AppError('overClaimed')
    if (acceptedMilli > 0 && settleBy === undefined)
      throw new AppError('invalid', {
        fields: { lines: 'Выберите, чем закрыть принятое' },
      })
    return {
      position,
      quantityMilli,
      acceptedMilli,
      settleBy: acceptedMilli > 0 ? (settleBy ?? null) : null,
      reason,
    }
  })
}

type Quantity = { quantityMilli: number }

function isSame(stored: readonly StoredLine[], decided: readonly LineDecision[]): boolean {
  return stored.every((line, index) => {
    const other = decided[index]
    return (
      line.acceptedMilli === other?.acceptedMilli && line.settleBy === other.settleBy && line.reason === other.reason
    )
  })
}

/** Closes a decided claim with the document that settles it. Idempotent. */
export async function closeClaim(
  { db }: Deps,
  actor: StaffActor,
  { claimId, document, now }: ClaimRef & { document: string; now: Date },
): Promise<void> {
  await db.transaction(async (tx) => {
    const claim = await lockClaimOrThrow(tx, ofStaff(actor), { claimId })
    await closeLocked(tx, claim, { document, now, by: actor })
  })
}

/** False: closed already. */
export async function closeLocked(
  tx: Db,
  claim: StoredClaim,
  { document, now, by }: { document: string; now: Date; by: Author },
): Promise<boolean> {
  if (claim.state === 'closed' && claim.document === document) return false
  if (claim.state === 'closed' || claim.state === 'withdrawn') throw new AppError('claimDecided')
  if (isUndecided(claim.state)) throw new AppError('claimUndecided')
  if (claim.state !== 'rejected' && document === '')
    throw new AppError('invalid', {
      fields: { document: 'Укажите документ: УКД, накладную или заказ' },
    })
  await updateClaim(tx, {
    id: claim.id,
    state: 'closed',
    endedAt: now,
    document,
  })
  await auditClaim(tx, claim, {
    action: 'claim.closed',
    by: changedBy(by),
    before: { state: claim.state, document: claim.document },
    after: { state: 'closed', document },
  })
  const messageId =
    (await writeEvent(tx, by, {
      claimId: claim.id,
      kind: 'closed',
      text: document,
    })) ?? 0
  await notifyBuyer(tx, claim, {
    title: `Рекламация ${claim.number} закрыта`,
    text: document,
    messageId,
  })
  return true
}

async function writeEvent(
  tx: Db,
  { accountId, name }: Author,
  { key, ...message }: ClaimRef & { kind: string; text: string; key?: string | undefined },
): Promise<number | undefined> {
  const side = accountId === null ? 'portal' : 'staff'
  return insertMessage(tx, {
    ...message,
    accountId,
    author: name,
    side,
    key: key ?? null,
  })
}

function requireText(text: string): string {
  const trimmed = text.trim()
  if (trimmed === '') throw new AppError('invalid', { fields: { text: 'Напишите текст' } })
  return trimmed
}

async function lockClaimOrThrow(tx: Db, scope: ClaimScope, { claimId }: ClaimRef): Promise<StoredClaim> {
  const claim = await lockClaim(tx, { scope, claimId })
  if (!claim) throw new AppError('notFound')
  return claim
}

async function lockOpenClaim(tx: Db, scope: ClaimScope, of: ClaimRef): Promise<StoredClaim> {
  const claim = await lockClaimOrThrow(tx, scope, of)
  if (!isUndecided(claim.state)) throw new AppError('claimDecided')
  return claim
}
