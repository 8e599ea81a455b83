import { Fragment, useRef } from 'react'
import type { BasketLine } from '#shared/api/basket.ts'
import { unitWithStep } from '#web/parts/goods/quantity-rule.ts'
import { IconButton } from '#web/ui/Button.tsx'
import { money } from '#web/ui/format.ts'
import { Picture } from '#web/parts/goods/Picture.tsx'
import { HeadingSum, toggled, WarehouseName, type CartRows } from './CartTable.tsx'
import { LineComment } from './LineComment.tsx'
import { LineQuantity } from './LineQuantity.tsx'
import { RowChanges } from './RowChanges.tsx'
import { lineKey } from './lines.ts'
import { useCartItems } from './use-cart-items.ts'
import styles from './cart.module.css'

/** The rows as cards on a phone. */
export function CartCards(rows: CartRows) {
  'use no memo'
  const list = useRef<HTMLDivElement>(null)
  const { count, visibleRows, gapBefore, gapAfter, measure } = useCartItems(list, rows.groups, {
    line: 130,
    heading: 36,
  })
  return (
    <div ref={list}>
      {visibleRows.map(([{ heading, lines, sum }, items]) => (
        <section key={heading ?? ''} aria-label={heading ?? 'Товары в корзине'}>
          {items.map(
            ({ row: { index }, position, item }) =>
              item.line === undefined && (
                <h2
                  key={index}
                  ref={measure}
                  data-index={index}
                  className={styles.cardsHeading}
                  style={{ marginTop: gapBefore(position) }}
                >
                  {heading} <HeadingSum lines={lines.length} sum={sum} />
                </h2>
              ),
          )}
          <ul className={styles.cards}>
            {items.map(
              ({ row: { index, key }, position, item: { line } }) =>
                line && (
                  <Fragment key={key}>
                    {gapBefore(position) > 0 && (
                      <li aria-hidden="true" className={styles.gap} style={{ height: gapBefore(position) }} />
                    )}
                    <li
                      ref={measure}
                      data-index={index}
                      aria-setsize={count}
                      aria-posinset={index + 1}
                      data-on={rows.marked.has(lineKey(line)) || undefined}
                    >
                      <Card line={line} {...rows} />
                    </li>
                  </Fragment>
                ),
            )}
          </ul>
        </section>
      ))}
      <div style={{ height: gapAfter }} />
    </div>
  )
}

function Card({
  line,
  errors,
  hints,
  marked,
  onMark,
  onQuantity,
  onRemove,
  onComment,
  onWarehouses,
}: CartRows & { line: BasketLine }) {
  const key = lineKey(line)
  const toWarehouses = onWarehouses && (() => onWarehouses(line))
  return (
    <>
      <div className={styles.mark}>
        <Picture id={line.picture} type={line.picturetype} size={48} />
        <label>
          <input
            type="checkbox"
            aria-label={`Выбрать ${line.articul}`}
            checked={marked.has(key)}
            onChange={() => onMark(toggled(marked, key))}
          />
        </label>
      </div>
      <div className={styles.card}>
        <div className={styles.cardHead}>
          <span>{line.header}</span>
          <IconButton
            icon="close"
            label={`Удалить ${line.articul || line.header}`}
            small
            onClick={() => onRemove(line)}
          />
        </div>
        <div className="small dim">
          {line.articul} · <WarehouseName line={line} onWarehouses={toWarehouses} /> · {unitWithStep(line)}{' '}
          <LineComment line={line} onComment={(comment) => onComment(line, comment)} />
        </div>
        <RowChanges line={line} hint={hints.get(key)} />
        {errors[key] !== undefined && <div className={styles.refused}>{errors[key]}</div>}
        <div className={styles.cardFoot}>
          <span>
            {line.sum !== null && <b className="bold">{money(line.sum)}</b>}
            <br />
            {line.price !== null && <span className="small dim">{money(line.price)}</span>}
          </span>
          <LineQuantity line={line} onQuantity={onQuantity} onRemove={onRemove} />
        </div>
      </div>
    </>
  )
}
