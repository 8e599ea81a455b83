import { useState } from 'react'
import type { BasketLine } from '#shared/api/basket.ts'
import type { CheckoutChange } from '#shared/api/orders.ts'
import { Button } from '#web/ui/Button.tsx'
import { withCount } from '#web/ui/format.ts'
import { Modal } from '#web/ui/dialogs/Modal.tsx'
import { Note } from '#web/ui/Note.tsx'
import { acceptedQuantities, newValueText, oldValueText, reasonText } from './changes.ts'
import { lineKey, type QuantitiesByWarehouse } from './lines.ts'
import styles from './checkout/checkout.module.css'

type ChangesProps = {
  changes: readonly CheckoutChange[]
  lines: readonly BasketLine[]
  onAccept: (quantities: QuantitiesByWarehouse) => Promise<void>
  onClose: () => void
}

/** Differences between the shown basket and the order: old → new, the reason, and a button to accept them. */
export function ChangesDialog({ changes, lines, onAccept, onClose }: ChangesProps) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()

  async function accept() {
    setBusy(true)
    await onAccept(acceptedQuantities(changes, lines)).catch((error: unknown) =>
      setFailure(error instanceof Error ? error.message : String(error)),
    )
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
          <Button variant="primary" data-autofocus busy={busy} onClick={() => void accept()}>
            Принять и оформить
          </Button>
        </>
      }
    >
      <div className="column">
        <p>Заказ ещё не создан. {withCount(changes.length, ['изменение', 'изменения', 'изменений'])}:</p>
        <ul className={styles.changes}>
          {changes.map((change) => (
            <li key={`${lineKey(change)}:${change.what}`}>
              <div>
                {change.header}
                <div className="small dim">
                  {[change.articul, reasonText(change, lines)].filter(Boolean).join(' · ')}
                </div>
              </div>
              <span className="nowrap">
                <span className="dim">{oldValueText(change)}</span> →{' '}
                <b className={change.what === 'price' || change.what === 'delivery' ? 'bold warn' : 'bold bad'}>
                  {newValueText(change, lines)}
                </b>
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
