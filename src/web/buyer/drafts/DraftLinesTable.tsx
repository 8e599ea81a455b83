import { Link } from '@tanstack/react-router'
import type { DraftLine } from '#shared/api/drafts.ts'
import { maxDraftQuantity } from '#shared/constants.ts'
import { milli } from '#shared/rules/money.ts'
import { unitWithStep } from '#web/parts/goods/quantity-rule.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { price } from '#web/ui/format.ts'
import { Picture } from '#web/parts/goods/Picture.tsx'
import { Stepper } from '#web/parts/goods/Stepper.tsx'
import table from '#web/ui/tables/table.module.css'
import { LineActions, LineReplacement, LineTags } from './LineChanges.tsx'
import type { DraftActions } from './use-draft-actions.ts'
import styles from './draft-lines.module.css'

export type LineRows = {
  lines: readonly DraftLine[]
  marked: ReadonlySet<number>
  onMark: (marked: ReadonlySet<number>) => void
} & Pick<DraftActions, 'typed' | 'setQuantity' | 'removeLines' | 'accept'>

export function DraftLinesTable(rows: LineRows) {
  const { lines, marked, onMark } = rows
  const all = lines.every(({ id }) => marked.has(id))
  const changed = lines.some(({ changes }) => changes.length > 0)
  return (
    <div className={styles.frame}>
      <table className={table.table}>
        <caption className="unseen">Товары черновика</caption>
        <colgroup>
          <col style={{ width: 28 }} className="no-print" />
          <col style={{ width: 36 }} />
          <col />
          <col style={{ width: 84 }} />
          <col style={{ width: 96 }} />
          <col style={{ width: 108 }} />
          <col style={{ width: 104 }} />
          {changed && <col style={{ width: 96 }} className="no-print" />}
          <col style={{ width: 34 }} className="no-print" />
        </colgroup>
        <thead>
          <tr>
            <th scope="col" className="no-print">
              <input
                type="checkbox"
                aria-label="Выбрать все"
                checked={all}
                onChange={() => onMark(all ? new Set() : new Set(lines.map(({ id }) => id)))}
              />
            </th>
            <th scope="col">
              <span className="unseen">Фото</span>
            </th>
            <th scope="col">Наименование</th>
            <th scope="col">Ед.</th>
            <th scope="col" className={table.number}>
              Цена, ₽
            </th>
            <th scope="col" className={table.number}>
              Заказ
            </th>
            <th scope="col" className={table.number}>
              Сумма, ₽
            </th>
            {changed && (
              <th scope="col" className="no-print">
                <span className="unseen">Решить</span>
              </th>
            )}
            <th scope="col" className="no-print">
              <span className="unseen">Удалить</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <Row key={line.id} line={line} hasActions={changed} {...rows} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

type RowProps = LineRows & {
  line: DraftLine
  /** Whether a column with actions for changes is shown. */ hasActions: boolean
}

function Row({ line, hasActions, marked, onMark, removeLines, accept, ...rows }: RowProps) {
  const { id, header, articul, comment, picture, picturetype, changes, replacement } = line
  return (
    <>
      <tr className={table.two} data-on={marked.has(id) || undefined} data-replaced={replacement !== null || undefined}>
        <td className="no-print">
          <input
            type="checkbox"
            aria-label={`Выбрать ${articul || header}`}
            checked={marked.has(id)}
            onChange={() => onMark(toggled(marked, id))}
          />
        </td>
        <td>
          <Picture id={picture} type={picturetype} />
        </td>
        <td title={header}>
          <LineName line={line} />
          <br />
          <span className={styles.under}>
            <small className="dim">{[articul, comment].filter(Boolean).join(' · ')}</small>
            <LineTags line={line} />
          </span>
        </td>
        <td className="dim">{unitOf(line)}</td>
        <td className={table.number}>{price(line.price)}</td>
        <td className={table.field}>
          <LineQuantity line={line} removeLines={removeLines} {...rows} />
        </td>
        <td className={`${table.number} ${table.strong}`}>{price(line.sum)}</td>
        {hasActions && (
          <td className={`${table.field} no-print`}>
            {changes.length > 0 && <LineActions line={line} onAccept={accept} onRemove={() => removeLines([line])} />}
          </td>
        )}
        <td className={`${table.field} no-print`}>
          <button
            type="button"
            className={styles.remove}
            aria-label={`Удалить ${articul || header}`}
            title="Удалить"
            onClick={() => removeLines([line])}
          >
            <Icon name="close" size={12} />
          </button>
        </td>
      </tr>
      {replacement && (
        <tr className={styles.changes}>
          <td colSpan={9}>
            <LineReplacement line={line} />
          </td>
        </tr>
      )}
    </>
  )
}

/** A sold good links to its card. */
export function LineName({ line: { id, parent, header, now } }: { line: DraftLine }) {
  if (now === null) return <span className="dim">{header}</span>
  return (
    <Link to="/product/$id" params={{ id: String(parent ?? id) }} className={styles.link}>
      {header}
    </Link>
  )
}

/** A draft is a plan: the quantity is limited by the step only, the stock is shown next to the row. */
export function LineQuantity({
  line,
  typed,
  setQuantity,
  removeLines,
}: { line: DraftLine } & Pick<LineRows, 'typed' | 'setQuantity' | 'removeLines'>) {
  const { id, articul, header, qnt, unit, decimals, now } = line
  const rule = {
    stepMilli: milli(now?.step ?? line.step),
    availableMilli: milli(maxDraftQuantity),
    decimals,
  } as const
  return (
    <span className={styles.counter}>
      <Stepper
        label={`Количество: ${articul || header}`}
        value={typed.get(id) ?? milli(qnt)}
        rule={rule}
        unit={unit}
        disabled={now === null}
        onChange={(quantityMilli) => setQuantity(line, quantityMilli)}
        onRemove={() => removeLines([line])}
      />
    </span>
  )
}

/** 'шт', or with a multiplicity '×10 шт'; current values. */
export function unitOf(line: DraftLine): string {
  return unitWithStep({ ...line, step: line.now?.step ?? line.step })
}

export function toggled(marked: ReadonlySet<number>, id: number): ReadonlySet<number> {
  const next = new Set(marked)
  if (!next.delete(id)) next.add(id)
  return next
}
