import type { ActingAction } from '#shared/api/administration/acting.ts'
import { EmptyState, LoadError } from '#web/ui/page/EmptyState.tsx'
import { Modal } from '#web/ui/dialogs/Modal.tsx'
import { dateTime } from '#web/ui/format.ts'
import styles from './acting.module.css'

type DialogProps = {
  behalf: string
  items: readonly ActingAction[]
  error: Error | null
  onRetry: () => void
  onClose: () => void
}

/** What staff have done so far as a buyer. Import it lazily. */
export function ActionsDialog({ behalf, items, error, onRetry, onClose }: DialogProps) {
  return (
    <Modal opened onClose={onClose} title={`Вы сделали ${behalf}`}>
      {error && <LoadError error={error} onRetry={onRetry} />}
      {!error && items.length === 0 && (
        <EmptyState title="Пока ничего">
          Здесь появится то, что вы сделаете в корзине, заказах и документах покупателя
        </EmptyState>
      )}
      <ol className={styles.actions}>
        {items.map((item, index) => (
          <li key={`${item.at} ${item.object} ${index}`}>
            <time className="dim" dateTime={item.at}>
              {dateTime(item.at).slice(-5)}
            </time>
            <div>
              <p>
                {item.action}
                {item.object !== '' && (
                  <>
                    : <b className="bold">{item.object}</b>
                  </>
                )}
              </p>
              {item.changes.map(({ field, before, after }) => (
                <p key={field} className="dim">
                  {field}: {before !== null && <del>{before}</del>} {before !== null && '→ '}
                  {after}
                </p>
              ))}
            </div>
          </li>
        ))}
      </ol>
    </Modal>
  )
}
