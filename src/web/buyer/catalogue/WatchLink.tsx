import type { ProductRow } from '#shared/api/catalogue.ts'
import { rowName } from '#web/parts/goods/goods-rows.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { useWatch } from './card/use-marks.ts'
import styles from './watch-link.module.css'

/** Shown in a row instead of the quantity field: subscribes to the arrival of the product. */
export function WatchLink({ row }: { row: Pick<ProductRow, 'id' | 'articul' | 'header'> }) {
  const { watched, toggle } = useWatch(row.id)
  return (
    <button
      type="button"
      className={styles.watch}
      data-on={watched || undefined}
      aria-label={`${watched ? 'Сообщим' : 'Сообщить'} о поступлении: ${rowName(row)}`}
      title={watched ? 'Сообщим о поступлении. Нажмите, чтобы не сообщать' : 'Сообщить о поступлении'}
      onClick={() => toggle.mutate(!watched)}
    >
      {watched && <Icon name="check" size={12} />}
      {watched ? 'Сообщим' : 'Сообщить'}
    </button>
  )
}
