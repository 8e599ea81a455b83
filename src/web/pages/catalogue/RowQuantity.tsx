import { Link } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { may } from '#shared/rights.ts'
import type { ProductRow } from '#shared/api/catalogue.ts'
import { milli, units } from '#shared/rules/money.ts'
import { maxOrderable } from '#shared/rules/step.ts'
import { useBasketEdits } from '#web/parts/basket/BasketProvider.tsx'
import { lineKey } from '#web/parts/basket/basket-sync.ts'
import { quantityOfCard } from '#web/parts/basket/basket-state.ts'
import { basketQuery } from '#web/parts/basket/use-basket.ts'
import { WatchLink } from '#web/buyer/catalogue/WatchLink.tsx'
import { quantityRule } from '#web/parts/goods/quantity-rule.ts'
import { useMe } from '#web/common/session/use-session.ts'
import { quantityWithUnit, quantity } from '#web/ui/format.ts'
import { unavailableText } from '#web/parts/goods/goods-rows.ts'
import { productLink } from '#web/parts/goods/product-link.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Stepper } from '#web/parts/goods/Stepper.tsx'
import { useRowQuantity } from './use-row-quantity.ts'
import styles from './row-quantity.module.css'

/** Quantity of a catalogue row in the basket, edited in place. */
export function RowQuantity({ row, warehouse }: { row: ProductRow; warehouse: number | undefined }) {
  if (row.variants_count > 0) return <VariantsLink row={row} />
  return <Counter row={row} warehouse={warehouse} />
}

function Counter({ row, warehouse }: { row: ProductRow; warehouse: number | undefined }) {
  const { errors } = useBasketEdits()
  const { inBasketMilli, change, remove } = useRowQuantity(row, warehouse)
  const rule = quantityRule({ ...row, available: row.available_for_order })
  if (inBasketMilli === 0 && maxOrderable(rule) === 0) return <UnavailableQuantity row={row} />
  return (
    <span className={styles.cell}>
      <Stepper
        label={`Количество: ${row.articul || row.header}`}
        value={inBasketMilli}
        start={milli(row.quantity)}
        rule={rule}
        unit={row.unit}
        error={errors[lineKey(row.id, warehouse)]}
        onChange={change}
        onRemove={remove}
      />
      <button
        type="button"
        className={styles.remove}
        data-shown={inBasketMilli > 0 || undefined}
        disabled={inBasketMilli === 0}
        aria-label={`Убрать из корзины: ${row.articul || row.header}`}
        title="Убрать из корзины"
        onClick={({ currentTarget }) => {
          // The pressed button is now disabled, so the focus moves to the next control.
          if (currentTarget.matches(':focus-visible')) currentTarget.parentElement?.querySelector('input')?.focus()
          remove()
        }}
      >
        <Icon name="close" size={12} />
      </button>
    </span>
  )
}

/** Nothing to order: users with lists may watch the arrival. */
function UnavailableQuantity({ row }: { row: ProductRow }) {
  const keepsLists = may(useMe(), 'lists.edit')
  if (row.below_step)
    return (
      <span className={styles.below} title={`Кратность ${quantityWithUnit(row.step, row.unit)}`}>
        {unavailableText(row)}
      </span>
    )
  return <span className={styles.out}>{keepsLists ? <WatchLink row={row} /> : unavailableText(row)}</span>
}

/** A product with variants is ordered from its card: a link to it, with the quantity in the basket. */
function VariantsLink({ row }: { row: ProductRow }) {
  const inBasketMilli =
    useQuery({ ...basketQuery, select: (basket) => quantityOfCard(basket, row.id) }).data ?? milli(row.in_basket)
  const text = inBasketMilli > 0 ? `${quantity(units(inBasketMilli))} ${row.unit}` : `Варианты · ${row.variants_count}`
  return (
    <Link
      {...productLink(row.id)}
      className={styles.variants}
      data-has={inBasketMilli > 0 || undefined}
      aria-label={`${text}: ${row.header}`}
    >
      {text}
      <Icon name="right" size={12} />
    </Link>
  )
}
