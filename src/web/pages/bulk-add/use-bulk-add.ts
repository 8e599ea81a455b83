import { useQueryClient } from '@tanstack/react-query'
import type { ProductRow } from '#shared/api/catalogue.ts'
import { listPhrases } from '#shared/rules/list-text.ts'
import { units } from '#shared/rules/money.ts'
import { CallError } from '#web/api/client.ts'
import type { Added } from '#web/parts/basket/AddedToCartDialog.tsx'
import { notAddedNotification } from '#web/parts/basket/not-added.ts'
import { addedBy, selectForBasket, type SkippedGoods } from '#web/parts/basket/select-for-basket.ts'
import { basketQuery, useAddToBasket, useSetLines } from '#web/parts/basket/use-basket.ts'
import { useNotify } from '#web/ui/notifications.tsx'

/** Adds goods of a list to the basket and reports the result. */
export function useBulkAdd(onAdded: (added: Added) => void) {
  const queries = useQueryClient()
  const notify = useNotify()
  const add = useAddToBasket()
  const set = useSetLines()

  /** Adds to one product; resolves to the reason of a refusal. */
  async function addOne(
    row: ProductRow,
    quantityMilli: number,
    warehouse: number | undefined,
  ): Promise<string | undefined> {
    try {
      const basketBefore = await queries.ensureQueryData(basketQuery)
      const { lines, stats } = await add.mutateAsync({ id: row.id, qnt: units(quantityMilli), wms: warehouse ?? null })
      onAdded({ goods: addedBy([row], lines, basketBefore), left: [], stats })
      return undefined
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      notify({ tone: 'bad', title: row.header, text: reason })
      return reason
    }
  }

  /** Adds the checked products, each with its initial quantity; resolves to whether any was added. */
  async function addMany(rows: readonly ProductRow[]): Promise<boolean> {
    try {
      const basketBefore = await queries.fetchQuery(basketQuery)
      const { products, left } = selectForBasket(rows, basketBefore)
      if (Object.keys(products).length === 0) {
        notify({ tone: 'warn', title: 'Ничего не добавлено', text: listSkipped(left), fadeMs: 6000 })
        return false
      }
      const { lines, stats } = await set.mutateAsync({ products, order: rows.map(({ id }) => id) })
      onAdded({ goods: addedBy(rows, lines, basketBefore), left, stats })
      return true
    } catch (error) {
      notify(notAddedNotification(skippedMessage(error, rows)))
      return false
    }
  }

  return { addOne, addMany, pending: add.isPending || set.isPending }
}

const maxNamed = 3

function listSkipped(skipped: readonly SkippedGoods[]): string {
  return listPhrases(
    skipped.map(({ articul, header, reason }) => `${articul || header}: ${reason.toLowerCase()}`),
    maxNamed,
  )
}

/** All or nothing: the goods that were refused. */
function skippedMessage(error: unknown, rows: readonly ProductRow[]): string {
  if (!(error instanceof CallError)) return String(error)
  const lines = rows
    .filter(({ id }) => error.body.fields?.[String(id)] !== undefined)
    .map(({ articul, header }) => articul || header)
  return lines.length === 0 ? error.message : `${error.message}: ${lines.join(', ')}`
}
