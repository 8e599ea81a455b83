import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ProductRow } from '#shared/api/catalogue.ts'
import { milli, units } from '#shared/rules/money.ts'
import { maxOrderable } from '#shared/rules/step.ts'
import { quantityIn } from '#web/parts/basket/basket-state.ts'
import { basketQuery } from '#web/parts/basket/use-basket.ts'
import { quantityRule } from '#web/parts/goods/quantity-rule.ts'
import { quantityWithUnit } from '#web/ui/format.ts'
import { rowName } from '#web/parts/goods/goods-rows.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Stepper } from '#web/parts/goods/Stepper.tsx'
import { RowQuantity } from '#web/pages/catalogue/RowQuantity.tsx'
import styles from './add-quantity.module.css'

type AddProps = {
  row: ProductRow
  warehouse: number | undefined
  /** Resolves to the reason of a refusal. */
  onAdd: (quantityMilli: number) => Promise<string | undefined>
}

/** Quantity of a row, and a button that adds it to the basket [S.11]. */
export function AddQuantity({ row, warehouse, onAdd }: AddProps) {
  const [chosen, setChosen] = useState(milli(row.quantity))
  const [state, setState] = useState<{ busy: boolean; refused?: string | undefined }>({ busy: false })
  const inBasketMilli =
    useQuery({ ...basketQuery, select: (basket) => quantityIn(basket, row.id, warehouse) }).data ?? milli(row.in_basket)
  const rule = quantityRule({ ...row, available: row.available_for_order })
  if (row.variants_count > 0 || maxOrderable(rule) === 0) return <RowQuantity row={row} warehouse={warehouse} />

  async function add() {
    setState({ busy: true })
    const refused = await onAdd(chosen)
    setState({ busy: false, refused })
    if (refused === undefined) setChosen(milli(row.quantity))
  }

  const title =
    inBasketMilli > 0 ? `В корзину. Уже в ней ${quantityWithUnit(units(inBasketMilli), row.unit)}` : 'В корзину'
  return (
    <span className={styles.cell} data-has={inBasketMilli > 0 || undefined}>
      <Stepper
        free
        label={`Количество: ${rowName(row)}`}
        value={chosen}
        start={milli(row.quantity)}
        rule={rule}
        unit={row.unit}
        error={state.refused}
        onChange={(quantityMilli) => {
          setChosen(quantityMilli)
          setState({ busy: false })
        }}
      />
      <button
        type="button"
        className={styles.add}
        aria-label={`${title}: ${rowName(row)}`}
        title={title}
        disabled={state.busy || chosen === 0}
        onClick={() => void add()}
      >
        <Icon name="cart" />
      </button>
    </span>
  )
}
