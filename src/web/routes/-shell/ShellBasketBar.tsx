import { Link } from '@tanstack/react-router'
import { BasketBar } from '#web/features/basket-data/BasketBar.tsx'
import { useBasket } from '#web/features/basket-data/use-basket.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import { SaveDraft } from '../-drafts/SaveDraft.tsx'
import styles from './shell.module.css'

export function ShellBasketBar({ mayKeep }: { mayKeep: boolean }) {
  const { data: basket } = useBasket()
  if (!basket) return <div className={styles.barPlace} />
  const empty = basket.count.products === 0
  return (
    <BasketBar
      basket={basket}
      actions={
        <>
          {!empty && mayKeep && (
            <span className={styles.keep}>
              <SaveDraft contract={basket.contract}>Сохранить черновик</SaveDraft>
            </span>
          )}
          <Link to="/cart" className={buttonClass()}>
            Корзина
          </Link>
          {!empty && (
            <Link to="/cart" hash="checkout" className={buttonClass({ look: 'primary' })}>
              Оформить заказ
            </Link>
          )}
        </>
      }
      phoneAction={
        <Link to="/cart" className={buttonClass({ look: 'primary' })}>
          Корзина
        </Link>
      }
    />
  )
}
