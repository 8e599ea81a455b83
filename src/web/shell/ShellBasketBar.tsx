import { Link } from '@tanstack/react-router'
import { BasketBar } from '#web/parts/basket/BasketBar.tsx'
import { useBasket } from '#web/parts/basket/use-basket.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import { SaveDraft } from '#web/pages/drafts/SaveDraft.tsx'
import styles from './shell.module.css'

export function ShellBasketBar({ mayKeep }: { mayKeep: boolean }) {
  const { data: basket } = useBasket()
  if (!basket) return <div className={styles.bottomBar} />
  const empty = basket.count.products === 0
  return (
    <BasketBar
      basket={basket}
      actions={
        <>
          {!empty && mayKeep && (
            <span className={styles.keepVisible}>
              <SaveDraft contract={basket.contract}>Сохранить черновик</SaveDraft>
            </span>
          )}
          <Link to="/cart" className={buttonClass()}>
            Корзина
          </Link>
          {!empty && (
            <Link to="/cart" hash="checkout" className={buttonClass({ variant: 'primary' })}>
              Оформить заказ
            </Link>
          )}
        </>
      }
      phoneAction={
        <Link to="/cart" className={buttonClass({ variant: 'primary' })}>
          Корзина
        </Link>
      }
    />
  )
}
