import { useState } from 'react'
import type { BasketLine } from '#shared/api/basket.ts'
import { BulkBar } from '#web/ui/BulkBar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import { counted, quantity } from '#web/ui/format.ts'
import { useNotify } from '#web/ui/notifications.tsx'
import { Page } from '#web/ui/Page.tsx'
import { usePhone } from '#web/ui/use-phone.ts'
import { CartCards } from './CartCards.tsx'
import { CartTable } from './CartTable.tsx'
import { Checkout, type CheckoutProps } from './Checkout.tsx'
import { EmptyCart } from './EmptyCart.tsx'
import { MovedNote } from './MovedNote.tsx'
import { PhoneSum } from './PhoneSum.tsx'
import { keyOf, mended, removed, type BasketData, type QuantitiesByWarehouse } from './lines.ts'
import styles from './cart.module.css'

export type CartScreenProps = {
  basket: BasketData
  contractNumber: string | undefined
  /** Refusals of the server by the line's key. */
  errors: Record<string, string>
  /** A call over the whole basket is on its way [T.12]. */
  busy: boolean
  onQuantity: (line: BasketLine, quantityMilli: number) => void
  onSetLines: (quantities: QuantitiesByWarehouse) => Promise<unknown>
  onClear: () => Promise<unknown>
  checkout: Omit<CheckoutProps, 'basket'>
}

/** The basket of the chosen contract: what is in it, what moved meanwhile, and the order made of it. */
export function CartScreen({ basket, contractNumber, errors, busy, onQuantity, onSetLines, onClear, checkout }: CartScreenProps) {
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set())
  const confirm = useConfirm()
  const notify = useNotify()
  const phone = usePhone()
  const { lines, count } = basket
  const chosen = lines.filter((line) => marked.has(keyOf(line)))

  const tellFailure = (error: unknown) => notify({ tone: 'bad', text: error instanceof Error ? error.message : String(error) })

  async function clear() {
    if (await confirm('Вы действиетельно хотите очистить корзину?')) await onClear().catch(tellFailure)
  }

  async function removeMarked() {
    if (!(await confirm('Удалить отмеченные товары?'))) return
    await onSetLines(removed(chosen)).then(() => setMarked(new Set()), tellFailure)
  }

  function remove(line: BasketLine) {
    onQuantity(line, 0)
    notify({
      fadeMs: 3000,
      text: `Удалено: ${line.header}`,
      action: { label: 'Вернуть', onPress: () => onQuantity(line, Math.round(line.qnt * 1000)) },
    })
  }

  if (lines.length === 0) {
    return (
      <Page title="Корзина">
        <EmptyCart contractNumber={contractNumber} busy={busy} />
      </Page>
    )
  }
  const rows = { lines, errors, marked, onMark: setMarked, onQuantity, onRemove: remove }
  return (
    <Page
      title="Корзина"
      beside={
        <span className="dim">
          {[counted(count.products, ['строка', 'строки', 'строк']), totalOf(lines, count.total), contractNumber !== undefined && `договор № ${contractNumber}`].filter(Boolean).join(' · ')}
        </span>
      }
      actions={
        <span className="row no-print">
          <Button icon="print" onClick={() => print()}>
            Печать
          </Button>
          <Button look="danger" onClick={() => void clear()}>
            Очистить
          </Button>
        </span>
      }
    >
      <MovedNote lines={lines} onMend={() => void onSetLines(mended(lines)).catch(tellFailure)} busy={busy} />
      <div className={styles.columns}>
        <div className={styles.goods} aria-busy={busy}>
          {phone ? <CartCards {...rows} /> : <CartTable {...rows} />}
          {busy && <div className={styles.veil} role="progressbar" aria-label="Корзина обновляется" />}
          {chosen.length > 0 && (
            <BulkBar count={chosen.length} onClear={() => setMarked(new Set())}>
              <Button small look="danger" onClick={() => void removeMarked()}>
                Удалить
              </Button>
            </BulkBar>
          )}
          {phone && chosen.length === 0 && <PhoneSum lines={lines} />}
        </div>
        <Checkout basket={basket} {...checkout} />
      </div>

    </Page>
  )
}

/** How much it is together; said only where all rows have one unit. */
function totalOf(lines: readonly BasketLine[], total: number): string {
  const [unit, ...others] = new Set(lines.map((line) => line.unit))
  return unit === undefined || others.length > 0 ? '' : `${quantity(total)} ${unit}`
}
