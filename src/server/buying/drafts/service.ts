import { maxDrafts } from '#shared/constants.ts'
import { draftName } from '#shared/rules/draft-name.ts'
import { lockAccount } from '#server/customers/accounts/shared-queries.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { BuyerActor } from '#server/platform/sessions/actor.ts'
import { listBasketRows, type BasketRow } from '#server/buying/basket/shared-queries-lines.ts'
import { withStaffEdits } from '#server/buying/basket/change-lines.ts'
import { clearLines, restoreLines } from '#server/buying/basket/shared-queries-removed.ts'
import { findBasket, lockBasket } from '#server/buying/basket/shared-queries.ts'
import { notFoundError } from '#server/buying/basket/service.ts'
import { writeLines, type StoredLine } from './queries-lines.ts'
import * as queries from './queries.ts'
import { assertNotReplaced, replaceSaves, saveForReplacement } from './replaced-saves.ts'

type Deps = { db: Db }
type Named = { id: number; header: string }
type DraftInput = { draftId: number }

/** Default name: day and time. The same key returns the same draft. */
export type SaveDraftInput = {
  header: string | undefined
  contractId: number | undefined
  clear: boolean
  clientKey: string | undefined
  /** Keys of unanswered saves that this one replaces. */
  replaces: readonly string[]
  now: Date
}

/**
 * Saves a basket as a draft. The basket is kept, or emptied under its lock. Instead of a save whose answer was lost, a
 * corrected one leaves basket and drafts as if only it had been sent.
 */
export async function saveDraft(
  { db }: Deps,
  actor: BuyerActor,
  { header, contractId, clear, clientKey, replaces, now }: SaveDraftInput,
): Promise<Named> {
  const { accountId } = actor
  return db.transaction(async (tx) => {
    // Lock order: basket before account, as when placing an order.
    const basket = await (clear || replaces.length > 0 ? lockBasket : findBasket)(tx, { accountId, contractId })
    await lockAccount(tx, { accountId })
    const saved = clientKey === undefined ? undefined : await queries.findByKey(tx, { accountId, clientKey })
    if (clientKey !== undefined) await assertNotReplaced(tx, { accountId, key: clientKey })
    if (saved) return saved
    if (!basket) throw notFoundError(contractId)
    const { removedLines } = await replaceSaves(tx, { accountId, contractId: basket.contractId, keys: replaces })
    if (basket.basketId !== null && removedLines.length > 0)
      await restoreLines(tx, { basketId: basket.basketId, keys: removedLines })
    const rows = basket.basketId === null ? [] : await listBasketRows(tx, { basket })
    if (rows.length === 0) throw new AppError('emptyBasket')
    await assertBelowMaxDrafts(tx, accountId)
    const draft = { accountId, contractId: basket.contractId, header: header ?? draftName(now), clientKey }
    const id = await queries.insertDraft(tx, draft)
    await writeLines(tx, { draftId: id, lines: mergeLines(rows) })
    const { basketId } = basket
    const cleared =
      clear && basketId !== null
        ? await withStaffEdits(tx, { basketId }, actor, () => clearLines(tx, { basketId }))
        : []
    if (clientKey !== undefined)
      await saveForReplacement(tx, {
        accountId,
        key: clientKey,
        contractId: basket.contractId,
        draftId: id,
        cleared,
      })
    return { id, header: draft.header }
  })
}

export async function renameDraft(
  { db }: Deps,
  { accountId }: BuyerActor,
  { draftId, header }: DraftInput & { header: string },
): Promise<Named> {
  return requireFound(await queries.renameDraft(db, { accountId, draftId, header }))
}

export async function removeDraft({ db }: Deps, { accountId }: BuyerActor, { draftId }: DraftInput): Promise<Named> {
  return requireFound(await queries.removeDraft(db, { accountId, draftId }))
}

/** Restores a draft within a day of removal; others stay. */
export async function restoreDraft({ db }: Deps, { accountId }: BuyerActor, { draftId }: DraftInput): Promise<Named> {
  return db.transaction(async (tx) => {
    await lockAccount(tx, { accountId })
    const draft = requireFound(await queries.restoreDraft(tx, { accountId, draftId }))
    if ((await queries.countSavedDrafts(tx, { accountId })) > maxDrafts) throw new AppError('tooManyDrafts')
    return draft
  })
}

export async function purgeRemovedDrafts({ db }: Deps): Promise<number> {
  return queries.deleteRemoved(db)
}

/** The caller has locked the account's row. */
export async function hasMaxDrafts(tx: Db, accountId: number): Promise<boolean> {
  return (await queries.countSavedDrafts(tx, { accountId })) >= maxDrafts
}

async function assertBelowMaxDrafts(tx: Db, accountId: number): Promise<void> {
  if (await hasMaxDrafts(tx, accountId)) throw new AppError('tooManyDrafts')
}

function requireFound(draft: Named | undefined): Named {
  if (!draft) throw new AppError('notFound')
  return draft
}

/** One line per product, summed over warehouses. */
function mergeLines(rows: BasketRow[]): StoredLine[] {
  return [...Map.groupBy(rows, ({ productId }) => productId)].map(([productId, own], index) => {
    const first = own[0]
    return {
      productId,
      position: index + 1,
      quantityMilli: own.reduce((sum, { quantityMilli }) => sum + quantityMilli, 0),
      priceKopecks: first?.priceKopecks ?? first?.shownPriceKopecks ?? 0,
      stepMilli: first?.stepMilli ?? 1000,
      warehouseIds: own.map(({ warehouseId }) => warehouseId),
      note: [...new Set(own.map(({ note }) => note))].filter(Boolean).join('; '),
    }
  })
}
