import { Button } from '#web/ui/Button.tsx'
import styles from './cart.module.css'

export function BulkBar({ count, onRemove, onClear }: { count: number; onRemove: () => void; onClear: () => void }) {
  return (
    <div className={`${styles.bulk} no-print`} role="status">
      <span className="bold">Выбрано записей: {count}</span>
      <span className="grow" />
      <Button small onClick={onClear}>
        Снять выделение
      </Button>
      <Button small look="danger" onClick={onRemove}>
        Удалить
      </Button>
    </div>
  )
}
