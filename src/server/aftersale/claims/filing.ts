import {
  claimTypes,
  fileBy,
  maxClaimFiles,
  remediesOfType,
  type ClaimType,
  type RequestedRemedy,
} from '#shared/rules/aftersale/claims.ts'
import { withAskedBy } from '#shared/rules/parties/acting.ts'
import { addWorkingDays, dayOf } from '#shared/rules/dates.ts'
import { findCalendarFrom } from '#server/buying/delivery/shared-queries-calendar.ts'
import { AppError } from '#server/platform/app-error.ts'
import { byAccount } from '#server/platform/audit/changed-by.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { BuyerActor } from '#server/platform/sessions/actor.ts'
import { auditClaim } from './audit-claim.ts'
import { ofBuyer } from './claim-scope.ts'
import { allotLines, type Grounds, type RequestedLine } from './allot-lines.ts'
import { findByKey, findClaim } from './queries.ts'
import {
  findOrder,
  listClaimableLines,
  listOtherGoods,
  lockOrderOfClaims,
  type ClaimableOrder,
} from './queries-order.ts'
import { attachFiles, insertClaim, insertLines, insertMessage } from './queries-write.ts'
import { filedTitle, notifyActedFor, notifyStaff } from './notify.ts'
import { readTermsOf } from './terms/terms.ts'

/** Type, remedy and text of a claim or of a line where they differ; an unknown type is null. */
type GroundsInput = { type?: ClaimType | null; remedy?: RequestedRemedy | undefined; text?: string }
type LineInput = GroundsInput & { productId: number; quantityMilli: number }

/** `order`: 1C's number of the order, or the portal's. */
export type ClaimInput = GroundsInput & {
  order: string
  key: string
  products: readonly LineInput[]
  others: readonly LineInput[]
}

type Filed = { id: number; number: string }

/**
 * Files a claim under the lock of its order, so that concurrent claims never exceed the shipped quantity. A repeated
 * key returns the existing claim.
 */
export async function fileClaim(
  { db }: { db: Db },
  actor: BuyerActor,
  { input, fileIds, now }: { input: ClaimInput; fileIds: readonly number[]; now: Date },
): Promise<Filed> {
  if (fileIds.length > maxClaimFiles) throw new AppError('tooManyClaimFiles')
  const requested = requestedClaimOf(input)
  const order = await findOrder(db, {
    accountId: actor.accountId,
    code: input.order,
  })
  if (!order) throw new AppError('notFound')
  return db.transaction(async (tx) => {
    await lockOrderOfClaims(tx, { orderId: order.id })
    const known = input.key && (await findByKey(tx, { accountId: actor.accountId, key: input.key }))
    if (known) return known
    const lines = await claimedLines(tx, order, requested)
    const types = lines.map((line) => line.type)
    const today = dayOf(now)
    const shippedOn = order.shippedOn ?? today
    const calendar = await findCalendarFrom(tx, shippedOn)
    const terms = await readTermsOf(tx, { contractId: order.contractId })
    const claim = await insertClaim(tx, {
      organisationId: order.organisationId,
      contractId: order.contractId,
      orderId: order.id,
      filedById: actor.accountId,
      filedBy: actor.name,
      key: input.key || null,
      type: lines[0]?.type ?? requested.head.type,
      remedy: lines[0]?.remedy ?? requested.head.remedy,
      text: requested.text,
      filedAt: now,
      late: types.some((type) => fileBy(type, shippedOn, calendar, terms) < today),
      decideBy: addWorkingDays(today, terms.decisionDays, await findCalendarFrom(tx, today)),
    })
    await insertLines(
      tx,
      lines.map((line, index) => ({
        claimId: claim.id,
        position: index + 1,
        ...line,
      })),
    )
    await takeFiles(tx, actor, { claimId: claim.id, types, ids: fileIds })
    await notifyFiled(tx, actor, claim)
    await auditClaim(
      tx,
      { ...order, id: claim.id },
      {
        action: 'claim.filed',
        by: byAccount(actor),
        after: { number: claim.number, lineCount: lines.length },
      },
    )
    return claim
  })
}

/** Claimed goods with their grounds: the line's own, otherwise the claim's. */
type RequestedClaim = { head: Grounds; text: string; products: RequestedLine[]; others: RequestedLine[] }

function requestedClaimOf(input: ClaimInput): RequestedClaim {
  const head = groundsOf(input, undefined)
  const withGrounds = ({ productId, quantityMilli, ...own }: LineInput) => ({
    productId,
    quantityMilli,
    ...groundsOf(own, head),
  })
  const some = ({ quantityMilli }: LineInput) => quantityMilli > 0
  const products = input.products.filter(some).map(withGrounds)
  const others = input.others.filter(some).map(withGrounds)
  if (others.some(({ type }) => !claimTypes[type].takesOthers)) throw new AppError('othersRefused')
  if (products.length + others.length === 0) throw new AppError('nothingClaimed')
  return { head, text: input.text?.trim() ?? '', products, others }
}

/** A line of another type gets that type's usual request. */
function groundsOf(input: GroundsInput, head: Grounds | undefined): Grounds {
  const type = input.type === undefined ? head?.type : input.type
  if (!type) throw new AppError('invalid', { fields: { type: 'Выберите причину' } })
  const usual = type === head?.type ? head.remedy : remediesOfType[type][0]
  const remedy = input.remedy ?? usual
  if (remedy === undefined || !remediesOfType[type].includes(remedy))
    throw new AppError('invalid', {
      fields: { wish: 'Это решение к такой причине не подходит' },
    })
  return { type, remedy, text: head ? (input.text?.trim() ?? '') : '' }
}

/** Goods of the order within the claimable quantity, and others if the type allows them. */
async function claimedLines(tx: Db, order: ClaimableOrder, { products, others }: RequestedClaim) {
  const shipped = await listClaimableLines(tx, { orderId: order.id })
  if (shipped.length === 0) throw new AppError('nothingShipped')
  const allotted = allotLines(shipped, products)
  if (allotted === undefined) throw new AppError('overClaimed')
  return [...allotted, ...(await otherLines(tx, order, others))]
}

async function otherLines(tx: Db, { priceTypeId }: ClaimableOrder, others: readonly RequestedLine[]) {
  if (others.some(({ quantityMilli }) => quantityMilli % 1000 !== 0))
    throw new AppError('invalid', {
      fields: { others: 'Количество – целое число больше нуля' },
    })
  const goods = await listOtherGoods(tx, {
    ids: others.map(({ productId }) => productId),
    priceTypeId,
  })
  return others.map(({ productId, quantityMilli, ...grounds }) => {
    const good = goods.find((each) => each.id === productId)
    if (!good) throw new AppError('notSold')
    const { name, articul, unit, priceKopecks } = good
    return {
      orderPosition: null,
      productId,
      name,
      articul,
      unit,
      shippedMilli: 0,
      quantityMilli,
      priceKopecks,
      ...grounds,
    }
  })
}

async function takeFiles(
  tx: Db,
  { accountId }: BuyerActor,
  { claimId, types, ids }: { claimId: number; types: readonly ClaimType[]; ids: readonly number[] },
): Promise<void> {
  const kinds = await attachFiles(tx, { claimId, accountId, ids })
  if (kinds.length < new Set(ids).size) throw new AppError('notFound')
  if (types.some((type) => claimTypes[type].needsPhoto) && !kinds.includes('webp')) throw new AppError('photoNeeded')
}

async function notifyFiled(tx: Db, actor: BuyerActor, { id }: Filed): Promise<void> {
  const message = {
    claimId: id,
    accountId: actor.accountId,
    author: actor.name,
    side: 'buyer',
    kind: 'filed',
    text: withAskedBy('', actor),
  } as const
  const messageId = (await insertMessage(tx, message)) ?? 0
  const claim = await findClaim(tx, { scope: ofBuyer(actor), claimId: id })
  if (!claim) return
  await notifyStaff(tx, claim, {
    title: filedTitle(claim),
    text: claim.text.slice(0, 300),
    messageId,
  })
  await notifyActedFor(tx, actor, { claim, title: `Рекламация ${claim.number} подана`, messageId })
}
