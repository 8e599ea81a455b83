import type { PersonalList } from '#shared/api/lists.ts'
import { UnsoldSection } from '#web/parts/goods/UnsoldSection.tsx'
import { Button } from '#web/ui/Button.tsx'
import { quantity } from '#web/ui/format.ts'
import styles from './goods-list.module.css'

export type UnavailableGood = PersonalList['gone'][number]

type GoneProps = {
  gone: readonly UnavailableGood[]
  /** Total count; fewer are listed until the user shows all. */
  count: number
  isRefreshing: boolean
  onAll: () => void
  onRemove: (good: UnavailableGood) => void
}

/** Goods of the account's list that the contract does not sell: they can only be removed. */
export function UnavailableGoods({ gone, count, isRefreshing, onAll, onRemove }: GoneProps) {
  if (gone.length === 0) return null
  return (
    <UnsoldSection className={styles.unavailable}>
      <ul>
        {gone.map((good) => (
          <li key={good.id}>
            <span className={styles.goneName}>
              {[good.articul, good.header].filter(Boolean).join(' · ')}
              <span className="dim small"> {good.elsewhere ? 'продаётся по другому договору' : 'снят с продажи'}</span>
            </span>
            <Button small aria-label={`Убрать ${good.articul || good.header}`} onClick={() => onRemove(good)}>
              Убрать
            </Button>
          </li>
        ))}
      </ul>
      {gone.length < count && (
        <Button small variant="plain" busy={isRefreshing} onClick={onAll}>
          Показать все {quantity(count)}
        </Button>
      )}
    </UnsoldSection>
  )
}
