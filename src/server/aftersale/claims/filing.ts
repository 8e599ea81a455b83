import type { ParsedInputOf } from '#shared/api/endpoint.ts'
import type { fileClaim as described } from '#shared/api/claims.ts'
import {
  claimDays,
  claimTypeOf,
  claimTypes,
  fileBy,
  maxClaimFiles,
  wishesOfType,
  type ClaimType,
} from '#shared/rules/aftersale/claims.ts'
import { addWorkingDays, dayOf } from '#shared/rules/dates.ts'
import { milli } from '#shared/rules/money.ts'
import { findCalendarFrom } from '#server/buying/delivery/shared-queries-calendar.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { BuyerActor } from '#server/platform/sessions/actor.ts'
import { ofBuyer } from './claim-scope.ts'
import { allot } from './limits.ts'
import { findByKey, findClaim } from './queries.ts'
import {
  findOrder,
  listClaimableLines,
  listOtherGoods,
  lockOrderOfClaims,
  type ClaimableOrder,
} from './queries-order.ts'
import { attachFiles, insertClaim, insertLines, insertMessage } from './queries-write.ts'
import { filedTitle, tellStaff } from './tell.ts'

type Input = ParsedInputOf<typeof described>['reclamation']
type Filed = { id: number; number: string }

/**
 * Files a claim under the lock of its order, so that two at once never claim more than was shipped. Sent again with the
 * same key it answers the first one.
 */
export async function fileClaim(
  { db }: { db: Db },
  actor: BuyerActor,
  { input, fileIds, now }: { input: Input; fileIds: readonly number[]; now: Date },
): Promise<Filed> {
  const type = claimTypeOf(input.type)
  if (type === undefined) throw new AppError('invalid', { fields: { type: 'Выберите причину' } })
  if (fileIds.length > maxClaimFiles) throw new AppError('tooManyClaimFiles')
  const wish = input.wish ?? wishesOfType[type][0]
  if (wish === undefined || !wishesOfType[type].includes(wish))
    throw new AppError('invalid', {
      fields: { wish: 'Это решение к такой причине не подходит' },
    })
  const order = await findOrder(db, {
    accountId: actor.accountId,
    code: input.orderCode1c,
  })
  if (!order) throw new AppError('notFound')
  return db.transaction(async (tx) => {
    await lockOrderOfClaims(tx, { orderId: order.id })
    const known = input.key && (await findByKey(tx, { accountId: actor.accountId, key: input.key }))
    if (known) return known
    const lines = await claimedLines(tx, order, { type, input })
    const today = dayOf(now)
    const shippedOn = order.shippedOn ?? today
    const calendar = await findCalendarFrom(tx, shippedOn)
    const claim = await insertClaim(tx, {
      organisationId: order.organisationId,
      contractId: order.contractId,
      orderId: order.id,
      filedById: actor.accountId,
      filedBy: actor.name,
      key: input.key || null,
      type,
      wish,
      text: input.description?.trim() ?? '',
      filedAt: now,
      late: fileBy(type, shippedOn, calendar) < today,
      decideBy: addWorkingDays(today, claimDays.decision, await findCalendarFrom(tx, today)),
    })
    await insertLines(
      tx,
      lines.map((line, index) => ({
        claimId: claim.id,
        position: index + 1,
        ...line,
      })),
    )
    await takeFiles(tx, actor, { claimId: claim.id, type, ids: fileIds })
    await tellFiled(tx, actor, claim)
    return claim
  })
}

/** Goods of the order within what may be claimed, and others where the type has them. */
async function claimedLines(tx: Db, order: ClaimableOrder, { type, input }: { type: ClaimType; input: Input }) {
  const wanted = input.products.filter(({ qty }) => milli(qty) > 0)
  const others = (input.others ?? []).filter(({ qty }) => milli(qty) > 0)
  if (others.length > 0 && !claimTypes[type].takesOthers) throw new AppError('othersRefused')
  if (wanted.length + others.length === 0) throw new AppError('nothingClaimed')
  const shipped = await listClaimableLines(tx, { orderId: order.id })
  if (shipped.length === 0) throw new AppError('nothingShipped')
  const allotted = allot(shipped, wanted)
  if (allotted === undefined) throw new AppError('overClaimed')
  return [...allotted, ...(await otherLines(tx, order, others))]
}

async function otherLines(tx: Db, { priceTypeId }: ClaimableOrder, others: { id: number; qty: number }[]) {
  if (others.some(({ qty }) => !Number.isInteger(qty)))
    throw new AppError('invalid', {
      fields: { others: 'Количество – целое число больше нуля' },
    })
  const goods = await listOtherGoods(tx, {
    ids: others.map(({ id }) => id),
    priceTypeId,
  })
  return others.map(({ id, qty }) => {
    const good = goods.find((each) => each.id === id)
    if (!good) throw new AppError('notSold')
    const { name, articul, unit, priceKopecks } = good
    const quantityMilli = milli(qty)
    return {
      orderPosition: null,
      productId: id,
      name,
      articul,
      unit,
      shippedMilli: 0,
      quantityMilli,
      priceKopecks,
    }
  })
}

async function takeFiles(
  tx: Db,
  { accountId }: BuyerActor,
  { claimId, type, ids }: { claimId: number; type: ClaimType; ids: readonly number[] },
): Promise<void> {
  const types = await attachFiles(tx, { claimId, accountId, ids })
  if (types.length < new Set(ids).size) throw new AppError('notFound')
  if (claimTypes[type].needsPhoto && !types.includes('webp')) throw new AppError('photoNeeded')
}

async function tellFiled(tx: Db, actor: BuyerActor, { id }: Filed): Promise<void> {
  const message = {
    claimId: id,
    accountId: actor.accountId,
    author: actor.name,
    side: 'buyer',
    kind: 'filed',
  } as const
  const messageId = (await insertMessage(tx, message)) ?? 0
  const claim = await findClaim(tx, { scope: ofBuyer(actor), claimId: id })
  if (claim)
    await tellStaff(tx, claim, {
      title: filedTitle(claim),
      text: claim.text.slice(0, 300),
      messageId,
    })
}
