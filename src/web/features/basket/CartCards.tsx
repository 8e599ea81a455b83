import { IconButton } from '#web/ui/Button.tsx'
import { money } from '#web/ui/format.ts'
import { Picture } from '#web/ui/Picture.tsx'
import { toggled, unitOf, type CartRows } from './CartTable.tsx'
import { LineQuantity } from './LineQuantity.tsx'
import { RowNews } from './RowNews.tsx'
import { keyOf } from './lines.ts'
import styles from './cart.module.css'

/** The same rows under a thumb. */
export function CartCards({ lines, errors, marked, onMark, onQuantity, onRemove }: CartRows) {
  return (
    <ul className={styles.cards} aria-label="Товары в корзине">
      {lines.map((line) => {
        const key = keyOf(line)
        return (
          <li key={key} data-on={marked.has(key) || undefined}>
            <div className={styles.mark}>
              <Picture id={line.picture} type={line.picturetype} size={48} />
              <label>
                <input type="checkbox" aria-label={`Выбрать ${line.articul}`} checked={marked.has(key)} onChange={() => onMark(toggled(marked, key))} />
              </label>
            </div>
            <div className={styles.card}>
              <div className={styles.cardHead}>
                <span>{line.header}</span>
                <IconButton icon="close" label={`Удалить ${line.articul || line.header}`} small onClick={() => onRemove(line)} />
              </div>
              <div className="small dim">
                {line.articul} · {line.wms_header} · {unitOf(line)}
              </div>
              <RowNews line={line} />
              {errors[key] !== undefined && <div className={styles.refused}>{errors[key]}</div>}
              <div className={styles.cardFoot}>
                <span>
                  {line.sum !== null && <b className="bold">{money(line.sum)}</b>}
                  <br />
                  {line.price !== null && <span className="small dim">{money(line.price)}</span>}
                </span>
                <LineQuantity line={line} onQuantity={(quantityMilli) => onQuantity(line, quantityMilli)} />
              </div>
            </div>
          </li>
        )
      })}
    </ul>
  )
}
