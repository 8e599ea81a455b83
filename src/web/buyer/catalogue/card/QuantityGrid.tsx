import type { MouseEvent } from 'react'
import type { ProductCard } from '#shared/api/catalogue.ts'
import { stepText } from '#shared/rules/step-text.ts'
import { stepRule } from '#web/parts/goods/quantity-rule.ts'
import { money, price, quantity } from '#web/ui/format.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Stepper } from '#web/parts/goods/Stepper.tsx'
import table from '#web/ui/tables/table.module.css'
import { usePhone } from '#web/ui/use-phone.ts'
import {
  cellKey,
  choiceTable,
  isInStock,
  isOrderable,
  nameOfRow,
  ruleOf,
  type Choice,
  type ChoiceRow,
} from '../product-choice.ts'
import { WatchLink } from '../WatchLink.tsx'
import styles from './quantity-grid.module.css'

type GridProps = {
  card: ProductCard
  showPrices: boolean
  /** Whether the user may subscribe to arrivals. */
  keepsLists: boolean
  /** Undefined if the account may not order: only stock is shown. */
  choice: Choice | undefined
  onChoose: (key: string, quantityMilli: number) => void
}

/** Variants × warehouses as a grid of quantity fields with the stock of each. */
export function QuantityGrid(props: GridProps) {
  const { headers, rows } = choiceTable(props.card)
  const phone = usePhone()
  return phone ? <VariantCards {...props} rows={rows} /> : <VariantTable {...props} headers={headers} rows={rows} />
}

function VariantTable({
  card,
  headers,
  rows,
  showPrices,
  keepsLists,
  choice,
  onChoose,
}: GridProps & { headers: string[]; rows: ChoiceRow[] }) {
  return (
    // Without input fields the box itself is focusable, so that the keyboard can scroll it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.grid} role="group" aria-label="Варианты и остатки" tabIndex={choice ? undefined : 0}>
      <table className={table.table}>
        <colgroup>
          {headers.map((header, index) => (
            <col key={`${header} ${index}`} style={{ width: 84 }} />
          ))}
          <col style={{ width: 112 }} />
          {showPrices && <col style={{ width: 76 }} />}
          {card.actualWms.map(({ id }) => (
            <col key={id} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {headers.map((header, index) => (
              <th key={`${header} ${index}`} title={header}>
                {header}
              </th>
            ))}
            <th>Артикул</th>
            {showPrices && <th className={table.number}>Цена, ₽</th>}
            {card.actualWms.map(({ id, header }) => (
              <th key={id} className={table.number} title={header}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              {headers.map((header, index) => (
                <td key={`${header} ${index}`} className={table.strong} title={row.values[index]}>
                  {row.values[index] || '–'}
                </td>
              ))}
              <td title={row.articul}>{row.articul || '–'}</td>
              {showPrices && <td className={`${table.number} ${table.strong}`}>{price(row.price)}</td>}
              {card.actualWms.map((warehouse, column) => (
                <td key={warehouse.id} className={table.field}>
                  {keepsLists && column === card.actualWms.length - 1 && isMissing(card, row) ? (
                    <span className={styles.cell}>
                      {stockOf(row, warehouse.id) > 0 && <span className="dim">{stockShown(row, warehouse.id)}</span>}
                      <WatchLink row={{ ...row, header: nameOfRow(row) }} />
                    </span>
                  ) : (
                    <Cell row={row} warehouse={warehouse} choice={choice} onChoose={onChoose} />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** On a phone: one card per variant, one line per warehouse. */
function VariantCards({ card, rows, showPrices, keepsLists, choice, onChoose }: GridProps & { rows: ChoiceRow[] }) {
  return (
    <ul className={styles.variants} aria-label="Варианты и остатки">
      {rows.map((row) => (
        <li key={row.id}>
          <div className="row">
            <span className="bold">{nameOfRow(row)}</span>
            {nameOfRow(row) !== row.articul && <span className="dim small">{row.articul}</span>}
            <span className="grow" />
            {showPrices && <span className="bold nowrap">{money(row.price)}</span>}
          </div>
          {card.actualWms
            .filter(({ id }) => stockOf(row, id) > 0)
            .map((warehouse) => (
              <div key={warehouse.id} className="row">
                <span className="clip">{warehouse.header}</span>
                <span className="grow" />
                <Cell row={row} warehouse={warehouse} choice={choice} onChoose={onChoose} />
              </div>
            ))}
          {keepsLists && isMissing(card, row) ? (
            <div className="row">
              <Without row={row} warehouses={card.actualWms} />
              <span className="grow" />
              <WatchLink row={{ ...row, header: nameOfRow(row) }} />
            </div>
          ) : (
            <Without row={row} warehouses={card.actualWms} />
          )}
        </li>
      ))}
    </ul>
  )
}

/** Warehouses without stock of a variant, in one line. */
function Without({ row, warehouses }: { row: ChoiceRow; warehouses: ProductCard['actualWms'] }) {
  const empty = warehouses.filter(({ id }) => stockOf(row, id) === 0)
  if (empty.length === 0) return null
  return (
    <div className="small dim">
      {empty.length === warehouses.length ? 'Нет в наличии' : `${empty.map(({ header }) => header).join(', ')}: нет`}
    </div>
  )
}

type CellProps = {
  row: ChoiceRow
  warehouse: { id: number; header: string }
  choice: Choice | undefined
  onChoose: GridProps['onChoose']
}

function Cell({ row, warehouse, choice, onChoose }: CellProps) {
  const rule = ruleOf(row, warehouse.id)
  const key = cellKey(row.id, warehouse.id)
  const stock = stockShown(row, warehouse.id)
  if (choice === undefined || !isOrderable(row, warehouse.id)) return <span className="dim">{stock}</span>
  return (
    <span className={styles.cell}>
      <span className="dim small">{stock}</span>
      <Stepper
        label={`Количество: ${row.articul || nameOfRow(row)}, ${warehouse.header}`}
        column={`warehouse-${warehouse.id}`}
        value={choice[key] ?? 0}
        rule={rule}
        unit={row.unit}
        onChange={(chosen) => onChoose(key, chosen)}
        onRemove={() => onChoose(key, 0)}
      />
      <button
        type="button"
        className={styles.remove}
        data-shown={choice[key] ? true : undefined}
        aria-label={`Не брать: ${row.articul || nameOfRow(row)}, ${warehouse.header}`}
        title="Не брать"
        onClick={(event) => {
          onChoose(key, 0)
          if (isByKey(event)) siblingField(event.currentTarget)?.focus()
        }}
      >
        <Icon name="close" size={12} />
      </button>
    </span>
  )
}

/** Pressing by keyboard removes the button, so the focus must move on. */
function isByKey({ detail }: MouseEvent): boolean {
  return detail === 0
}

function siblingField(button: HTMLElement): HTMLElement | null | undefined {
  return button.parentElement?.querySelector('input')
}

/**
 * A variant no warehouse has a full step of can be watched. A product without variants has its button under the grid.
 */
function isMissing(card: ProductCard, row: ChoiceRow): boolean {
  return card.variants.length > 0 && !isInStock(row)
}

function stockShown(row: ChoiceRow, warehouse: number): string {
  const left = stockOf(row, warehouse)
  if (left === 0) return '–'
  const stock = row.stock_label ?? quantity(left)
  return isOrderable(row, warehouse) ? stock : `${stock} · ${stepText(stepRule(row))}`
}

function stockOf({ stocks }: ChoiceRow, warehouse: number): number {
  return stocks.find(({ wms_id }) => wms_id === warehouse)?.quantity ?? 0
}
