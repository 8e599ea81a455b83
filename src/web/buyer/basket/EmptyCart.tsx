import { Link } from '@tanstack/react-router'
import { buttonClass } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'
import styles from './cart.module.css'

export function EmptyCart({ contractNumber, busy }: { contractNumber: string | undefined; busy: boolean }) {
  return (
    <div className={styles.goods} aria-busy={busy}>
      <EmptyState
        title="Корзина пуста"
        action={
          <Link to="/catalog/{-$url}" params={{ url: undefined }} className={buttonClass({ variant: 'primary' })}>
            В каталог
          </Link>
        }
      >
        {contractNumber === undefined
          ? 'Найдите товары'
          : `Товаров по договору № ${contractNumber} ещё нет. Найдите их`}{' '}
        в каталоге или поиском по артикулу и укажите количество прямо в строке
      </EmptyState>
      {busy && <div className={styles.overlay} role="progressbar" aria-label="Корзина обновляется" />}
    </div>
  )
}
