import { Picture } from '#web/parts/goods/Picture.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import list from '#web/ui/tables/paged-list.module.css'
import table from '#web/ui/tables/table.module.css'
import { Flags, GoodLink, labelNames, type StaffGoodsRows } from './StaffGoodsTable.tsx'
import styles from './staff-goods.module.css'

export function StaffGoodsCards({ goods, isRefreshing, labels, search, marked, onMark }: StaffGoodsRows) {
  return (
    <ul
      className={`${list.cards} ${isRefreshing ? table.refreshing : ''}`}
      aria-label="Товары"
      aria-busy={isRefreshing || goods === undefined}
    >
      {goods
        ? goods.map((good) => (
            <li key={good.id} className={`${list.card} ${styles.good}`}>
              <input
                type="checkbox"
                aria-label={`Выбрать ${good.articul} ${good.header}`}
                checked={marked.has(good.id)}
                onChange={({ currentTarget }) => onMark([good], currentTarget.checked)}
              />
              <Picture id={good.picture} type={good.picturetype} size={48} />
              <div className="column">
                <span>
                  <GoodLink good={good} search={search} />
                </span>
                <span className="small dim">{[good.articul, good.code, good.barcode].filter(Boolean).join(' · ')}</span>
                <span className="row wrap small">
                  <Flags good={good} />
                  <span className="muted">{labelNames(good, labels).join(', ')}</span>
                </span>
              </div>
            </li>
          ))
        : [1, 2, 3, 4, 5, 6].map((row) => (
            <li key={row} className={list.card}>
              <Skeleton width="100%" height={58} />
            </li>
          ))}
    </ul>
  )
}
