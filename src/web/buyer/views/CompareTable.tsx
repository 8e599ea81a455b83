import type { CSSProperties, ReactNode } from 'react'
import type { ProductRow } from '#shared/api/catalogue.ts'
import type { ComparedRow } from '#shared/api/views.ts'
import { Article } from '#web/parts/goods/Article.tsx'
import { OldPrice } from '#web/parts/goods/OldPrice.tsx'
import { IconButton } from '#web/ui/Button.tsx'
import { quantityWithUnit, money } from '#web/ui/format.ts'
import { unavailableText, rowName } from '#web/parts/goods/goods-rows.ts'
import { ProductLink } from '#web/parts/goods/ProductLink.tsx'
import { Picture } from '#web/parts/goods/Picture.tsx'
import { usePhone } from '#web/ui/use-phone.ts'
import styles from './compare.module.css'

export type UnavailableProduct = { id: number; header: string; articul: string }

type TableProps = {
  products: readonly ProductRow[]
  params: readonly ComparedRow[]
  onlyDifferences: boolean
  isRefreshing: boolean
  showPrices: boolean
  quantity: ((row: ProductRow) => ReactNode) | undefined
  onRemove: (id: number) => void
}

/** One column per product, one row per parameter; heading row and column are sticky inside the scroll container. */
export function CompareTable({
  products,
  params,
  onlyDifferences,
  isRefreshing,
  showPrices,
  quantity,
  onRemove,
}: TableProps) {
  const phone = usePhone()
  const visibleParams = onlyDifferences && products.length > 1 ? params.filter(({ differs }) => differs) : params

  return (
    <div
      className={styles.box}
      role="region"
      aria-label="Сравнение товаров"
      // Focusable, so that the keyboard can scroll it.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      data-waiting={isRefreshing || undefined}
      aria-busy={isRefreshing}
    >
      <table className={styles.table} style={{ '--products': products.length } as CSSProperties}>
        <colgroup>
          <col className={styles.nameColumn} />
          {products.map(({ id }) => (
            <col key={id} />
          ))}
        </colgroup>
        <thead>
          <tr>
            <td className={styles.corner}>{differenceText(params, products.length)}</td>
            {products.map((row) => (
              <th key={row.id} scope="col" aria-label={row.header}>
                <div className={styles.head}>
                  <div className={styles.pictured}>
                    <Picture id={row.picture} type={row.picturetype} size={phone ? 40 : 72} />
                    <IconButton
                      small
                      icon="close"
                      label={`Убрать из сравнения: ${rowName(row)}`}
                      onClick={() => onRemove(row.id)}
                    />
                  </div>
                  <div className={styles.name}>
                    <ProductLink row={row} clip={false} />
                  </div>
                  <div className="small dim clip">
                    <Article value={row.articul} />
                  </div>
                </div>
              </th>
            ))}
          </tr>
          <tr className={styles.saleText}>
            <th scope="row">{showPrices ? 'Цена и наличие' : 'Наличие'}</th>
            {products.map((row) => (
              <td key={row.id}>
                {showPrices && <Prices row={row} />}
                <Stock row={row} />
                {quantity && <div className={styles.field}>{quantity(row)}</div>}
              </td>
            ))}
          </tr>
        </thead>
        <tbody>
          {visibleParams.map((row) => (
            <tr key={row.id} data-differs={row.differs || undefined}>
              <th scope="row">
                {row.header}
                {row.differs && (
                  <span className={styles.sign} title="Товары различаются">
                    <span aria-hidden="true">≠</span>
                    <span className="unseen">, различается</span>
                  </span>
                )}
              </th>
              {row.values.map((value, index) => (
                <td key={products[index]?.id ?? index}>{value ?? <span className="dim">–</span>}</td>
              ))}
            </tr>
          ))}
          {visibleParams.length === 0 && (
            <tr>
              <td colSpan={products.length + 1} className="dim">
                {params.length === 0 ? 'Параметры этих товаров не заполнены' : 'Все параметры одинаковы'}
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </div>
  )
}

function Prices({ row }: { row: ProductRow }) {
  return (
    <>
      <div className={styles.price}>
        {money(row.price)}
        <OldPrice roubles={row.old_price} />
      </div>
      <div className="small dim">РРЦ {money(row.price_rrc)}</div>
    </>
  )
}

function Stock({ row }: { row: ProductRow }) {
  if (row.stock_label !== null && !row.below_step) return <div className="small muted">{row.stock_label}</div>
  if (row.available_for_order === 0) return <div className="small dim">{unavailableText(row)}</div>
  return <div className="small ok">{quantityWithUnit(row.available_for_order, row.unit)}</div>
}

function differenceText(params: readonly ComparedRow[], products: number): ReactNode {
  if (products < 2 || params.length === 0) return null
  const differing = params.filter(({ differs }) => differs).length
  return (
    <span className="small dim">
      <span aria-hidden="true">≠</span> различается {differing} из {params.length}
    </span>
  )
}
