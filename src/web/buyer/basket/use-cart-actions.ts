import type { BasketLine } from '#shared/api/basket.ts'
import { refusalMessages } from '#shared/messages.ts'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { withCount } from '#web/ui/format.ts'
import { useNotify } from '#web/ui/notifications.tsx'
import { withoutLines, type QuantitiesByWarehouse } from './lines.ts'

/** The calls over several rows of the basket. */
export type CartCalls = {
  setLines: (quantities: QuantitiesByWarehouse) => Promise<unknown>
  clear: () => Promise<unknown>
  fixQuantities: () => Promise<unknown>
  restore: (lines: { id: number; wms: number }[]) => Promise<unknown>
  undoEdits: () => Promise<unknown>
  comment: (line: { id: number; wms: number; comment: string }) => Promise<unknown>
}

const undoFadesMs = 8000

/** Actions on rows: removals can be undone, failures are reported. */
export function useCartActions({
  calls,
  onQuantity,
}: {
  calls: CartCalls
  onQuantity: (line: BasketLine, quantityMilli: number) => void
}) {
  const confirm = useConfirm()
  const notify = useNotify()

  const notifyFailure = (error: unknown) =>
    notify({ tone: 'bad', text: error instanceof Error ? error.message : String(error) })

  function offerUndo(text: string, lines: readonly BasketLine[], title?: string) {
    const keys = lines.map(({ id, wms }) => ({ id, wms }))
    const undo = { label: 'Вернуть', onPress: () => void calls.restore(keys).catch(notifyFailure) }
    notify({ text, fadeMs: undoFadesMs, action: undo, ...(title === undefined ? {} : { tone: 'bad', title }) })
  }

  return {
    /** A stepper reaches 0 only when nothing is left in stock [V.3]; a typed 0 calls `remove`. */
    setQuantity: (line: BasketLine, quantityMilli: number) => {
      onQuantity(line, quantityMilli)
      if (quantityMilli === 0) offerUndo(`Удалено: ${line.header}`, [line], refusalMessages.insufficientStock)
    },
    remove: (line: BasketLine) => {
      onQuantity(line, 0)
      offerUndo(`Удалено: ${line.header}`, [line])
    },
    /** Resolves to whether they were removed [M.9]. */
    removeMarked: async (lines: readonly BasketLine[]): Promise<boolean> => {
      if (!(await confirm('Удалить отмеченные товары?'))) return false
      return calls.setLines(withoutLines(lines)).then(
        () => {
          offerUndo(`Удалено: ${withCount(lines.length, ['строка', 'строки', 'строк'])}`, lines)
          return true
        },
        (error: unknown) => {
          notifyFailure(error)
          return false
        },
      )
    },
    clear: async (lines: readonly BasketLine[]) => {
      if (!(await confirm('Вы действительно хотите очистить корзину?'))) return
      await calls.clear().then(() => offerUndo('Корзина очищена', lines), notifyFailure)
    },
    undoEdits: () =>
      void calls
        .undoEdits()
        .then(() => notify({ text: 'Корзина снова как до правок', fadeMs: undoFadesMs }), notifyFailure),
    fixQuantities: () => void calls.fixQuantities().catch(notifyFailure),
    /** Resolves to whether it was saved. */
    comment: ({ id, wms }: BasketLine, comment: string) =>
      calls.comment({ id, wms, comment }).then(
        () => true,
        (error: unknown) => {
          notifyFailure(error)
          return false
        },
      ),
  }
}
