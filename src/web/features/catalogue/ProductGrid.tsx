import type { ProductCard } from '#shared/api/catalogue.ts'
import { milli } from '#shared/rules/money.ts'
import { money, price, quantity } from '#web/ui/format.ts'
import { Stepper } from '#web/ui/Stepper.tsx'
import table from '#web/ui/table.module.css'
import { usePhone } from '#web/ui/use-phone.ts'
import { cellKey, choiceTable, ruleOf, type Choice, type ChoiceRow } from './product-choice.ts'
import styles from './product-modal.module.css'

type GridProps = {
  card: ProductCard
  showPrices: boolean
  /** Undefined where the person may not order: stock only. */
  choice: Choice | undefined
  onChoose: (key: string, quantityMilli: number) => void
}

/** Variants × warehouses as one grid of quantity fields, each with what the warehouse has. */
export function ProductGrid({ card, showPrices, choice, onChoose }: GridProps) {
  const { headers, rows } = choiceTable(card)
  const phone = usePhone()
  return (
    <>
      {phone ? (
        <VariantCards card={card} rows={rows} showPrices={showPrices} choice={choice} onChoose={onChoose} />
      ) : (
        <VariantTable card={card} headers={headers} rows={rows} showPrices={showPrices} choice={choice} onChoose={onChoose} />
      )}
      {rows.some(({ step }) => step !== 1) && choice && (
        <div className="small muted">Кратность {quantity(card.step)}: количество округляется вверх до кратного.</div>
      )}
    </>
  )
}

function VariantTable({ card, headers, rows, showPrices, choice, onChoose }: GridProps & { headers: string[]; rows: ChoiceRow[] }) {
  return (
    <div className={styles.grid}>
      <table className={table.table}>
        <colgroup>
          {headers.map((header) => (
            <col key={header} style={{ width: 84 }} />
          ))}
          <col style={{ width: 112 }} />
          {showPrices && <col style={{ width: 76 }} />}
          {card.actualWms.map(({ id }) => (
            <col key={id} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {headers.map((header) => (
              <th key={header} title={header}>
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
                <td key={header} className={table.strong}>
                  {row.values[index] || '–'}
                </td>
              ))}
              <td title={row.articul}>{row.articul}</td>
              {showPrices && <td className={`${table.number} ${table.strong}`}>{price(row.price)}</td>}
              {card.actualWms.map((warehouse) => (
                <td key={warehouse.id} className={table.field}>
                  <Cell row={row} warehouse={warehouse} choice={choice} onChoose={onChoose} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The same on a phone: a variant, then a line per warehouse. */
function VariantCards({ card, rows, showPrices, choice, onChoose }: GridProps & { rows: ChoiceRow[] }) {
  return (
    <ul className={styles.variants}>
      {rows.map((row) => (
        <li key={row.id}>
          <div className="row">
            <span className="bold">{row.values.filter(Boolean).join(' · ') || row.articul}</span>
            {row.values.length > 0 && <span className="dim small">{row.articul}</span>}
            <span className="grow" />
            {showPrices && <span className="bold nowrap">{money(row.price)}</span>}
          </div>
          {card.actualWms.map((warehouse) => (
            <div key={warehouse.id} className="row">
              <span className="clip">{warehouse.header}</span>
              <span className="grow" />
              <Cell row={row} warehouse={warehouse} choice={choice} onChoose={onChoose} />
            </div>
          ))}
        </li>
      ))}
    </ul>
  )
}

type CellProps = { row: ChoiceRow; warehouse: { id: number; header: string }; choice: Choice | undefined; onChoose: GridProps['onChoose'] }

function Cell({ row, warehouse, choice, onChoose }: CellProps) {
  const left = row.stocks.find(({ wms_id }) => wms_id === warehouse.id)?.quantity ?? 0
  const rule = ruleOf(row, warehouse.id)
  const key = cellKey(row.id, warehouse.id)
  const shown = left === 0 ? '–' : (row.stock_label ?? quantity(left))
  if (choice === undefined || rule.availableMilli < milli(row.step)) return <span className="dim">{shown}</span>
  return (
    <span className={styles.cell}>
      <span className="dim small">{shown}</span>
      <Stepper
        label={`Количество: ${row.articul}, ${warehouse.header}`}
        column={`warehouse-${warehouse.id}`}
        value={choice[key] ?? 0}
        rule={rule}
        unit={row.unit}
        onChange={(chosen) => onChoose(key, chosen)}
      />
    </span>
  )
}
