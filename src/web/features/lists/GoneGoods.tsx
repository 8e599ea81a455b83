import type { PersonalList } from '#shared/api/lists.ts'
import { Button } from '#web/ui/Button.tsx'
import styles from './goods-list.module.css'

/** Goods of one's own list that are no longer sold under the contract: to be seen and removed. */
export function GoneGoods({ gone, onRemove }: { gone: PersonalList['gone']; onRemove: (id: number) => void }) {
  if (gone.length === 0) return null
  return (
    <section className={styles.gone} aria-labelledby="gone">
      <h2 id="gone">Больше не продаётся</h2>
      <ul>
        {gone.map(({ id, header, articul }) => (
          <li key={id}>
            <span className={styles.goneName}>
              {[articul, header].filter(Boolean).join(' · ')}
            </span>
            <Button small aria-label={`Убрать ${articul || header}`} onClick={() => onRemove(id)}>
              Убрать
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
