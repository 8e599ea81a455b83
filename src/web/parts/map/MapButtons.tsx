import { IconButton } from '#web/ui/Button.tsx'
import styles from './map.module.css'

export function MapButtons({ onIn, onOut, onAll }: { onIn: () => void; onOut: () => void; onAll: () => void }) {
  return (
    <div className={styles.buttons}>
      <IconButton icon="plus" label="Приблизить" onClick={onIn} />
      <IconButton icon="minus" label="Отдалить" onClick={onOut} />
      <IconButton icon="expand" label="Показать все зоны" onClick={onAll} />
    </div>
  )
}
