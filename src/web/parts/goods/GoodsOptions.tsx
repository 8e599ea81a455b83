import { useEffect } from 'react'
import { quantityWithUnit, price } from '#web/ui/format.ts'
import { Picture } from './Picture.tsx'
import styles from './goods-options.module.css'

/** A good as an option of a list. */
export type GoodsOption = {
  id: number
  header: string
  articul: string
  unit: string
  available: number
  stock_label: string | null
  /** Roubles; null where hidden. */
  price: number | null
  picture: number
  picturetype: string
}

type OptionsProps = {
  /** Id of the list, for `aria-controls` of the field. */
  id: string
  label: string
  goods: readonly GoodsOption[]
  /** Index of the highlighted one; -1 is none. Its element is `${id}-${active}`. */
  active: number
  onChoose: (goods: GoodsOption) => void
  onPoint: (index: number) => void
}

/** Goods as options below a field that handles the keys. */
export function GoodsOptions({ id, label, goods, active, onChoose, onPoint }: OptionsProps) {
  useEffect(() => {
    if (active >= 0) document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, active])
  return (
    <div id={id} role="listbox" aria-label={label}>
      {goods.map((each, index) => (
        // The field handles the keys: it keeps the focus and names the highlighted choice.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
        <div
          key={each.id}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          className={styles.option}
          onMouseDown={(event) => event.preventDefault()}
          onMouseMove={() => onPoint(index)}
          onClick={() => onChoose(each)}
        >
          <Picture id={each.picture} type={each.picturetype} size={24} />
          <span className={styles.articul}>{each.articul}</span>
          <span className={styles.header} title={each.header}>
            {each.header}
          </span>
          <span className={styles.rest}>{stockText(each)}</span>
          <span className={styles.price}>{price(each.price)}</span>
        </div>
      ))}
    </div>
  )
}

/** '15 шт', the contract's stock label, or '–' for none. */
export function stockText({
  available,
  stock_label,
  unit,
}: Pick<GoodsOption, 'available' | 'stock_label' | 'unit'>): string {
  return stock_label ?? (available > 0 ? quantityWithUnit(available, unit) : '–')
}
