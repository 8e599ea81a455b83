import type { ClaimGroup } from '#shared/api/claims.ts'
import { fileBy, claimTypeNumbers, isUndecided } from '#shared/rules/aftersale/claims.ts'
import { withAskedBy } from '#shared/rules/parties/acting.ts'
import { formatDay } from '#shared/rules/dates.ts'
import { findCalendarFrom } from '#server/buying/delivery/shared-queries-calendar.ts'
import { findShownPrice } from '#server/catalogue/prices/shown-prices.ts'
import { AppError } from '#server/platform/app-error.ts'
import { byAccount } from '#server/platform/audit/changed-by.ts'
import type { Db } from '#server/platform/db/client.ts'
import { limitAndOffset, paginationOf } from '#server/platform/pagination.ts'
import type { Actor, BuyerActor } from '#server/platform/sessions/actor.ts'
import { auditClaim } from './audit-claim.ts'
import { ofBuyer, type ClaimScope } from './claim-scope.ts'
import {
  countClaims,
  findClaim,
  findFile,
  listClaims,
  listFiles,
  listLines,
  listMessages,
  lockClaim,
  type StoredClaim,
  type StoredFile,
} from './queries.ts'
import {
  findOrder,
  listClaimableLines,
  listClaimsOfOrder,
  listOrdersToClaim,
  type OrderToClaim,
} from './queries-order.ts'
import { findOutlook, listOrderPapers } from './queries-outlook.ts'
import { attachFiles, insertMessage, markRead, updateClaim } from './queries-write.ts'
import { findOpenSum } from './claim-prices.ts'
import { notifyActedFor, notifyStaff } from './notify.ts'
import { readFilingTerms, readTermsOf } from './terms/terms.ts'
import { maxClaimFiles } from '#shared/rules/aftersale/claims.ts'

type Deps = { db: Db }

export async function readClaims(
  { db }: Deps,
  actor: BuyerActor,
  { group, query, ...paging }: { group: ClaimGroup; query: string; page: number; perPage: number },
) {
  const filter = { scope: ofBuyer(actor), query }
  const counts = await countClaims(db, filter)
  const items = await listClaims(db, {
    ...filter,
    group,
    ...limitAndOffset(paging),
  })
  const openSumKopecks = await findOpenSum(db, actor, { filter, openKopecks: counts.openKopecks })
  const terms = await readFilingTerms(db, actor)
  return { items, counts, openSumKopecks, pagination: paginationOf(paging, counts[group]), terms }
}

export type ReadClaim = Awaited<ReturnType<typeof readClaimIn>>

/** A claim within a scope; `notes`: with internal notes. */
export async function readClaimIn(
  { db }: Deps,
  { scope, claimId, notes }: { scope: ClaimScope; claimId: number; notes: boolean },
) {
  const claim = await findClaim(db, { scope, claimId })
  if (!claim) throw new AppError('notFound')
  const [lines, messages, files, papers, outlook] = await Promise.all([
    listLines(db, { claimId }),
    listMessages(db, { claimId, notes }),
    listFiles(db, { claimId }),
    listOrderPapers(db, claim),
    isUndecided(claim.state) ? findOutlook(db, { claimId, contractId: claim.contractId }) : undefined,
  ])
  return { claim, lines, messages, files, papers, outlook }
}

export function readClaim(deps: Deps, actor: BuyerActor, { claimId }: { claimId: number }): Promise<ReadClaim> {
  return readClaimIn(deps, { scope: ofBuyer(actor), claimId, notes: false })
}

export async function getFile(
  { db }: Deps,
  { scope, accountId, fileId }: { scope: ClaimScope; accountId: number; fileId: number },
): Promise<StoredFile> {
  const file = await findFile(db, { scope, accountId, fileId })
  if (!file) throw new AppError('notFound')
  return file
}

/** Shipped, claimed and settled quantities of an order. */
export async function readOrderClaims({ db }: Deps, actor: BuyerActor, { orderId }: { orderId: number }) {
  const { accountId } = actor
  const order = await findOrder(db, { accountId, orderId })
  if (!order) throw new AppError('notFound')
  const lines = await listClaimableLines(db, { orderId })
  const { shippedOn } = order
  const terms = await readTermsOf(db, order)
  const calendar = shippedOn === null ? undefined : await findCalendarFrom(db, shippedOn)
  const days =
    shippedOn !== null && calendar
      ? Object.fromEntries(
          claimTypeNumbers.map((type) => [String(type), formatDay(fileBy(type, shippedOn, calendar, terms))]),
        )
      : null
  return {
    order,
    lines,
    shown: await findShownPrice(db, actor, {
      contractId: order.contractId,
      productIds: lines.map(({ productId }) => productId),
    }),
    claims: await listClaimsOfOrder(db, { orderId }),
    fileBy: days,
  }
}

const maxOrders = 20

/** Orders with claimable goods. */
export function readOrdersToClaim(
  { db }: Deps,
  { accountId }: BuyerActor,
  { query }: { query: string },
): Promise<OrderToClaim[]> {
  return listOrdersToClaim(db, { accountId, query, limit: maxOrders })
}

/** Marks the thread as read up to a message. What staff read for a buyer stays unread. */
export async function markThreadRead(
  { db }: Deps,
  { accountId, actedBy }: Pick<Actor, 'accountId' | 'actedBy'>,
  { scope, ...read }: { scope: ClaimScope; claimId: number; messageId: number },
): Promise<void> {
  if (!(await findClaim(db, { scope, claimId: read.claimId }))) throw new AppError('notFound')
  if (!actedBy) await markRead(db, { accountId, ...read })
}

type Reply = {
  claimId: number
  text: string
  fileIds: readonly number[]
  key: string | undefined
}

/** Writes to staff; an answer to their question makes the claim wait for staff again. */
export async function replyToClaim({ db }: Deps, actor: BuyerActor, reply: Reply): Promise<void> {
  const text = reply.text.trim()
  if (text === '' && reply.fileIds.length === 0)
    throw new AppError('invalid', {
      fields: { text: 'Напишите ответ или приложите файл' },
    })
  await db.transaction(async (tx) => {
    const claim = await lockOwnClaim(tx, actor, reply)
    if (claim.state === 'withdrawn' || claim.state === 'closed') throw new AppError('claimDecided')
    const messageId = await insertMessage(tx, {
      claimId: claim.id,
      accountId: actor.accountId,
      author: actor.name,
      side: 'buyer',
      kind: 'text',
      text,
      key: reply.key ?? null,
    })
    if (messageId === undefined) return
    const held = (await listFiles(tx, { claimId: claim.id })).length
    if (held + reply.fileIds.length > maxClaimFiles) throw new AppError('tooManyClaimFiles')
    const ids = [...new Set(reply.fileIds)]
    const taken = await attachFiles(tx, {
      claimId: claim.id,
      accountId: actor.accountId,
      ids,
    })
    if (taken.length < ids.length) throw new AppError('notFound')
    if (claim.state === 'asked')
      await updateClaim(tx, {
        id: claim.id,
        state: 'working',
        question: '',
        answerBy: null,
      })
    const news = {
      title: `Рекламация ${claim.number}: покупатель ответил`,
      text: text.slice(0, 300),
      messageId,
    }
    await notifyStaff(tx, claim, news)
  })
}

/** Withdraws an undecided claim; its goods can be claimed again. */
export async function withdrawClaim(
  { db }: Deps,
  actor: BuyerActor,
  { claimId, now }: { claimId: number; now: Date },
): Promise<void> {
  await db.transaction(async (tx) => {
    const claim = await lockOwnClaim(tx, actor, { claimId })
    if (claim.state === 'withdrawn') return
    if (!isUndecided(claim.state)) throw new AppError('claimDecided')
    await updateClaim(tx, {
      id: claimId,
      state: 'withdrawn',
      endedAt: now,
      question: '',
      answerBy: null,
    })
    const event = {
      claimId,
      accountId: actor.accountId,
      author: actor.name,
      side: 'buyer',
      kind: 'withdrawn',
      text: withAskedBy('', actor),
    } as const
    const messageId = (await insertMessage(tx, event)) ?? 0
    await auditClaim(tx, claim, {
      action: 'claim.withdrawn',
      by: byAccount(actor),
      before: { state: claim.state },
      after: { state: 'withdrawn' },
    })
    const title = `Рекламация ${claim.number} отозвана`
    await notifyStaff(tx, claim, { title, text: '', messageId })
    await notifyActedFor(tx, actor, { claim, title, messageId })
  })
}

async function lockOwnClaim(tx: Db, actor: BuyerActor, { claimId }: { claimId: number }): Promise<StoredClaim> {
  const claim = await lockClaim(tx, { scope: ofBuyer(actor), claimId })
  if (!claim) throw new AppError('notFound')
  return claim
}
