import { useState } from 'react'
import type { BasketLine } from '#shared/api/basket.ts'
import type { OrderChange } from '#shared/api/orders.ts'
import { units } from '#shared/rules/money.ts'
import { largestAvailable } from '#shared/rules/step.ts'
import { Button } from '#web/ui/Button.tsx'
import { counted, price, quantity } from '#web/ui/format.ts'
import { Modal } from '#web/ui/Modal.tsx'
import { Note } from '#web/ui/Note.tsx'
import { keyOf, ruleOf, type QuantitiesByWarehouse } from './lines.ts'
import styles from './checkout.module.css'

type ChangesProps = {
  changes: readonly OrderChange[]
  lines: readonly BasketLine[]
  onAccept: (quantities: QuantitiesByWarehouse) => Promise<void>
  onClose: () => void
}

/** What moved between the basket and the order: old → new, why, and the button that settles it. */
export function ChangesDialog({ changes, lines, onAccept, onClose }: ChangesProps) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()

  async function accept() {
    setBusy(true)
    await onAccept(acceptedQuantities(changes, lines)).catch((error: unknown) => setFailure(error instanceof Error ? error.message : String(error)))
    setBusy(false)
  }

  return (
    <Modal
      opened
      onClose={onClose}
      width={640}
      title="Пока вы оформляли, кое-что изменилось"
      footer={
        <>
          <span className="grow" />
          <Button onClick={onClose}>Вернуться</Button>
          <Button look="primary" data-autofocus busy={busy} onClick={() => void accept()}>
            Принять и оформить
          </Button>
        </>
      }
    >
      <div className="column">
        <p>Заказ ещё не создан. {counted(changes.length, ['изменение', 'изменения', 'изменений'])}:</p>
        <ul className={styles.changes}>
          {changes.map((change) => (
            <li key={`${keyOf(change)}:${change.what}`}>
              <div>
                {change.header}
                <div className="small dim">
                  {change.articul} · {reasonOf(change)}
                </div>
              </div>
              <span className="nowrap">
                <span className="dim">{oldOf(change)}</span> → <b className={change.what === 'price' ? 'bold warn' : 'bold bad'}>{newOf(change, lines)}</b>
              </span>
            </li>
          ))}
        </ul>
        {failure !== undefined && (
          <Note tone="bad" role="alert">
            {failure}
          </Note>
        )}
      </div>
    </Modal>
  )
}

/** Quantities that can be had instead; prices need no call, the order takes the new ones. */
function acceptedQuantities(changes: readonly OrderChange[], lines: readonly BasketLine[]): QuantitiesByWarehouse {
  const quantities: QuantitiesByWarehouse = {}
  for (const change of changes) {
    if (change.what === 'price') continue
    quantities[change.id] = { ...quantities[change.id], [change.wms]: acceptedOf(change, lines) }
  }
  return quantities
}

function acceptedOf(change: OrderChange, lines: readonly BasketLine[]): number {
  const line = lines.find((line) => keyOf(line) === keyOf(change))
  if (change.what === 'gone' || !line) return 0
  return units(largestAvailable({ ...ruleOf(line), availableMilli: Math.round(change.available * 1000) }))
}

function reasonOf({ what, available }: OrderChange): string {
  if (what === 'price') return 'изменилась цена'
  if (what === 'gone') return 'больше не продаётся'
  return available > 0 ? 'товар забрали другие покупатели' : 'товар закончился'
}

function oldOf({ what, old_price, qnt }: OrderChange): string {
  return what === 'price' ? `${price(old_price)} ₽` : quantity(qnt)
}

function newOf(change: OrderChange, lines: readonly BasketLine[]): string {
  if (change.what === 'price') return `${price(change.price)} ₽`
  const accepted = acceptedOf(change, lines)
  return accepted === 0 ? 'удалим' : quantity(accepted)
}
