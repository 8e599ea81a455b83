import * as api from '#shared/api/drafts.ts'
import { parseDay } from '#shared/rules/dates.ts'
import { kopecks, milli, requestedMilli } from '#shared/rules/money.ts'
import { idempotencyKeyOf, requiredIdempotencyKeyOf } from '#server/platform/http/idempotency-key.ts'
import type { Db } from '#server/platform/db/client.ts'
import { shapeRepeated } from '#server/buying/basket/shape.ts'
import { quantitiesOf } from '#server/buying/uploads/shape-cart-list.ts'
import { parseColumns } from '#server/buying/uploads/shape.ts'
import { buyer } from '#server/platform/http/actor.ts'
import type { Api } from '#server/platform/http/api.ts'
import { shapePagination } from '#server/platform/http/shape-pagination.ts'
import { acceptLines, changeLines, restoreDraftLines } from './lines.ts'
import { readDraft, readDrafts, type ReviewedDraft } from './read.ts'
import { scheduleDraft } from './schedule.ts'
import { removeDraft, renameDraft, restoreDraft, saveDraft } from './service.ts'
import { putIntoBasket } from './to-basket.ts'
import { shapeDraft, shapeSummary } from './shape.ts'
import { saveUploadDrafts } from './upload-drafts.ts'

export function draftRoutes({ on }: Api, deps: { db: Db }): void {
  on(api.addToDraft, ({ actor, input, request }) =>
    saveDraft(deps, buyer(actor), {
      header: input.header ?? undefined,
      contractId: input.contract,
      clear: input.clear,
      clientKey: idempotencyKeyOf(request),
      replaces: input.replaces ?? [],
      now: new Date(),
    }),
  )
  on(api.uploadDrafts, ({ actor, input, request }) => {
    const key = requiredIdempotencyKeyOf(request)
    const drafts = input.drafts.map(({ header, list }) => ({ header, quantities: quantitiesOf(list, input.order) }))
    return saveUploadDrafts(deps, buyer(actor), {
      key,
      replaces: input.replaces ?? [],
      lists: {
        contractId: input.contract,
        drafts,
        codes: input.codes ?? {},
        names: input.names ?? {},
        columns: input.columns ? parseColumns(input.columns) : null,
      },
    })
  })
  on(api.drafts, async ({ actor, input: { page, perpage: perPage } }) => {
    const { rows, pagination } = await readDrafts(deps, buyer(actor), { page, perPage })
    return {
      items: rows.map(({ shownSumKopecks, ...row }) => shapeSummary(row, shownSumKopecks)),
      count: pagination.total,
      contract: null,
      pagination: shapePagination(pagination),
    }
  })
  on(api.removeDraft, ({ actor, input }) => removeDraft(deps, buyer(actor), { draftId: input.id }))
  on(api.restoreDraft, ({ actor, input }) => restoreDraft(deps, buyer(actor), { draftId: input.id }))
  on(api.renameDraft, ({ actor, input }) =>
    renameDraft(deps, buyer(actor), { draftId: input.id, header: input.header }),
  )
  on(api.repeatDraft, async ({ actor, input, request }) =>
    shapeRepeated(
      await putIntoBasket(deps, buyer(actor), {
        draftId: input.id,
        productIds: undefined,
        key: idempotencyKeyOf(request),
      }),
    ),
  )

  on(api.getDraft, async ({ actor, input }) => draftReply(await readDraft(deps, buyer(actor), { draftId: input.id })))
  on(api.draftToBasket, async ({ actor, input, request }) =>
    shapeRepeated(
      await putIntoBasket(deps, buyer(actor), {
        draftId: input.id,
        productIds: input.lines,
        key: idempotencyKeyOf(request),
      }),
    ),
  )

  on(api.changeDraft, async ({ actor, input }) => {
    const inputs = input.lines.map(({ id, qnt }) => ({ productId: id, quantityMilli: requestedMilli(qnt) }))
    return draftReply(await changeLines(deps, buyer(actor), { draftId: input.id, inputs }))
  })

  on(api.restoreDraftLines, async ({ actor, input }) =>
    draftReply(await restoreDraftLines(deps, buyer(actor), { draftId: input.id, productIds: input.lines })),
  )

  on(api.acceptDraft, async ({ actor, input }) => {
    const agreed = input.lines.map(({ id, price, qnt, replacement }) => ({
      productId: id,
      priceKopecks: price == null ? undefined : kopecks(price),
      quantityMilli: milli(qnt),
      replacementId: replacement,
    }))
    return draftReply(await acceptLines(deps, buyer(actor), { draftId: input.id, agreed }))
  })

  on(api.scheduleDraft, async ({ actor, input }) => {
    const firstOn = input.next == null ? undefined : parseDay(input.next)
    const { id: draftId, days: everyDays, task } = input
    return draftReply(await scheduleDraft(deps, buyer(actor), { draftId, everyDays, task, firstOn, now: new Date() }))
  })
}

function draftReply(reviewed: ReviewedDraft) {
  return { draft: shapeDraft(reviewed) }
}
