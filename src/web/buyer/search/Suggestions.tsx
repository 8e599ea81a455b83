import { useLayoutEffect, type ReactNode } from 'react'
import type { ProductRow } from '#shared/api/catalogue.ts'
import { withCount, money, quantity } from '#web/ui/format.ts'
import { Picture } from '#web/parts/goods/Picture.tsx'
import { useQuickSearch } from './use-quick-search.ts'
import styles from './suggestions.module.css'

/** Action of Enter on a highlighted entry. */
export type Choice = { kind: 'product'; id: number } | { kind: 'search'; text: string }

type SuggestionsProps = {
  /** Id of the list, for aria-controls of the field. */
  id: string
  typed: string
  /** Index of the highlighted entry; -1 = none. */
  active: number
  showPrices: boolean
  /** Reports the shown choices, in order. */
  onChoices: (choices: Choice[]) => void
  onChoose: (choice: Choice) => void
  onPoint: (index: number) => void
}

/** Suggestions under the search field: ↑↓ move, Enter opens, the last line shows all results. */
export function Suggestions({ id, typed, active, showPrices, onChoices, onChoose, onPoint }: SuggestionsProps) {
  const { data, error, isCurrent } = useQuickSearch(typed)
  const choices = data ? choicesOf(data, typed.trim()) : []
  const choicesKey = JSON.stringify(choices)

  // The field handles the keys, this list provides the options.
  useLayoutEffect(() => onChoices(JSON.parse(choicesKey) as Choice[]), [choicesKey, onChoices])

  const option = (index: number, content: ReactNode, className: string | undefined) => (
    // The field handles the keys: it keeps the focus and names the highlighted choice.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      key={index}
      id={`${id}-${index}`}
      role="option"
      aria-selected={index === active}
      className={className}
      onMouseDown={(event) => event.preventDefault()}
      onMouseMove={() => onPoint(index)}
      onClick={() => {
        const choice = choices[index]
        if (choice) onChoose(choice)
      }}
    >
      {content}
    </div>
  )

  return (
    <div className={styles.box} data-waiting={!isCurrent || undefined}>
      <p className="unseen" role="status">
        {data && isCurrent ? `Найдено: ${withCount(data.count, ['товар', 'товара', 'товаров'])}` : ''}
      </p>
      {error ? (
        <p className={styles.note}>{error.message}</p>
      ) : (
        data?.count === 0 && <p className={styles.note}>По запросу «{typed.trim()}» ничего нет</p>
      )}
      <div id={id} role="listbox" aria-label="Найденные товары">
        {data?.goods.map((row, index) => option(index, <Good row={row} showPrices={showPrices} />, styles.good))}
        {data && data.count > 0 && option(data.goods.length, `Все результаты: ${quantity(data.count)}`, styles.all)}
        {data?.count === 0 && data.suggestion !== null && option(0, `Искать «${data.suggestion}»`, styles.all)}
      </div>
    </div>
  )
}

function choicesOf(
  { goods, count, suggestion }: { goods: ProductRow[]; count: number; suggestion: string | null },
  text: string,
): Choice[] {
  if (count > 0) return [...goods.map(({ id }): Choice => ({ kind: 'product', id })), { kind: 'search', text }]
  return suggestion === null ? [] : [{ kind: 'search', text: suggestion }]
}

function Good({ row, showPrices }: { row: ProductRow; showPrices: boolean }) {
  const left = row.stock_label ?? (row.total_rest > 0 ? `${quantity(row.total_rest)} ${row.unit}` : 'нет в наличии')
  return (
    <>
      <Picture id={row.picture} type={row.picturetype} size={28} />
      <span className={styles.articul}>{row.articul}</span>
      <span className={styles.header}>{row.header}</span>
      {showPrices && <span className={styles.price}>{money(row.price)}</span>}
      <span className={styles.rest}>{left}</span>
    </>
  )
}
