import { Link } from '@tanstack/react-router'
import type { BasketStats } from '#shared/api/basket.ts'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { withCount, quantityWithUnit, money } from '#web/ui/format.ts'
import { Modal } from '#web/ui/dialogs/Modal.tsx'
import { Picture } from '#web/parts/goods/Picture.tsx'
import type { AddedGoods, SkippedGoods } from './select-for-basket.ts'
import styles from './cart-done.module.css'
import { addedToBasket } from './basket-state.ts'

export type Added = { goods: AddedGoods[]; left: SkippedGoods[]; stats: BasketStats }

/** Shown after goods were added from a list: their sum, and links to the basket and back [S.3, S.11]. */
export function AddedToCartDialog({ added: { goods, left, stats }, onClose }: { added: Added; onClose: () => void }) {
  return (
    <Modal
      opened
      onClose={onClose}
      width={620}
      title={addedToBasket}
      footer={
        <>
          <span className={styles.inBasket}>
            В корзине {withCount(stats.count.products, ['строка', 'строки', 'строк'])}
            {stats.sum !== null && (
              <>
                {' '}
                на <b className={styles.total}>{money(stats.sum)}</b>
              </>
            )}
          </span>
          <span className="grow" />
          <Button className={styles.link} onClick={onClose}>
            Продолжить покупки
          </Button>
          <Link to="/cart" className={`${buttonClass({ variant: 'primary' })} ${styles.link}`} data-autofocus>
            Перейти в корзину
          </Link>
        </>
      }
    >
      <ul className={styles.goods} aria-label="Добавлено">
        {goods.map(({ id, header, articul, picture, picturetype, quantity, unit, sum, note }) => (
          <li key={id}>
            <Picture id={picture} type={picturetype} size={36} />
            <div className={styles.name}>
              {header}
              <div className="small dim">{articul}</div>
              {note !== '' && <div className="small warn">{note}</div>}
            </div>
            <span className={styles.quantity}>{quantityWithUnit(quantity, unit)}</span>
            {sum !== null && <b className={styles.sum}>{money(sum)}</b>}
          </li>
        ))}
      </ul>
      {left.length > 0 && (
        <>
          <h3 className={styles.skippedTitle}>Не добавлено</h3>
          <ul className={styles.skipped}>
            {left.map(({ id, header, articul, reason }) => (
              <li key={id}>
                <span className="clip">{[articul, header].filter(Boolean).join(' · ')}</span>
                <span className="warn nowrap">{reason}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Modal>
  )
}
