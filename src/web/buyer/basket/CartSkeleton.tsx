import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import styles from './cart.module.css'

/** Skeleton of the basket: its rows and the checkout. */
export function CartSkeleton() {
  return (
    <div className={styles.columns} aria-busy="true" aria-label="Корзина загружается">
      <Skeleton width="100%" height={350} />
      <Skeleton width="100%" height={560} />
    </div>
  )
}
