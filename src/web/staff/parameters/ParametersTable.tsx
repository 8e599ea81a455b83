import { useState, type DragEvent, type KeyboardEvent } from 'react'
import type { ShownChoice, StaffParameter } from '#shared/api/staff/parameters.ts'
import { quantity } from '#web/ui/format.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { SkeletonRows } from '#web/ui/page/Skeleton.tsx'
import { Switch } from '#web/ui/forms/Switch.tsx'
import table from '#web/ui/tables/table.module.css'
import { moveRowFocus } from '#web/ui/tables/move-row-focus.ts'
import { reasonToHide, type MoveTo } from './arrange.ts'
import styles from './parameters.module.css'

export type ParameterRows = {
  /** Undefined while loading. */
  listed: readonly StaffParameter[] | undefined
  /** Number of all goods, to show the share with a parameter. */
  goods: number
  marked: ReadonlySet<number>
  onMark: (ids: readonly number[], on: boolean) => void
  onShow: (ids: readonly number[], shown: { filter?: ShownChoice; card?: ShownChoice }) => void
  onMove: (id: number, to: MoveTo) => void
  onEdit: (parameter: StaffParameter) => void
}

export function ParametersTable({ listed, ...actions }: ParameterRows) {
  const [dragged, setDragged] = useState<number>()
  const [over, setOver] = useState<number>()
  const ids = (listed ?? []).map(({ id }) => id)
  const all = ids.length > 0 && ids.every((id) => actions.marked.has(id))

  function drop(event: DragEvent, target: number) {
    event.preventDefault()
    if (dragged !== undefined) actions.onMove(dragged, { onto: target })
    setDragged(undefined)
    setOver(undefined)
  }

  return (
    <div className={table.frame}>
      <table className={`${table.table} ${styles.table}`} aria-busy={listed === undefined}>
        <caption className="unseen">Параметры</caption>
        <colgroup>
          <col style={{ width: 26 }} />
          <col style={{ width: 28 }} />
          <col />
          <col style={{ width: 56 }} />
          <col style={{ width: '24%' }} />
          <col style={{ width: 68 }} />
          <col style={{ width: 116 }} />
          <col style={{ width: 64 }} />
          <col style={{ width: 76 }} />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">
              <span className="unseen">Порядок</span>
            </th>
            <th scope="col">
              <input
                type="checkbox"
                aria-label="Выбрать все"
                checked={all}
                onChange={() => actions.onMark(ids, !all)}
              />
            </th>
            <th scope="col">Параметр</th>
            <th scope="col">Ед.</th>
            <th scope="col">Примеры значений</th>
            <th scope="col" className={table.number} title="Сколько разных значений">
              Разных
            </th>
            <th scope="col" className={table.number} title="У скольких товаров он указан">
              Товаров
            </th>
            <th scope="col">Фильтр</th>
            <th scope="col">Карточка</th>
          </tr>
        </thead>
        <tbody>
          {listed ? (
            listed.map((parameter) => (
              <tr
                key={parameter.id}
                data-on={actions.marked.has(parameter.id) || undefined}
                data-over={(over === parameter.id && dragged !== parameter.id) || undefined}
                onDragOver={(event) => {
                  event.preventDefault()
                  setOver(parameter.id)
                }}
                onDrop={(event) => drop(event, parameter.id)}
              >
                <td
                  draggable
                  className={styles.handle}
                  title="Перетащите, чтобы изменить порядок"
                  onDragStart={() => setDragged(parameter.id)}
                  onDragEnd={() => {
                    setDragged(undefined)
                    setOver(undefined)
                  }}
                >
                  <Icon name="drag" />
                </td>
                <Cells parameter={parameter} {...actions} />
              </tr>
            ))
          ) : (
            <SkeletonRows rows={20} columns={9} />
          )}
        </tbody>
      </table>
    </div>
  )
}

type CellsProps = Omit<ParameterRows, 'listed'> & { parameter: StaffParameter }

function Cells({ parameter, goods, marked, onMark, onShow, onMove, onEdit }: CellsProps) {
  const { id, header, unit, exchange_header: exchangeHeader, examples, values, filter, card } = parameter
  const reason = reasonToHide(parameter)

  function press(event: KeyboardEvent<HTMLElement>) {
    if (event.key === 'F2') return onEdit(parameter)
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return moveRowFocus(event)
    event.preventDefault()
    onMove(id, { step: event.key === 'ArrowUp' ? -1 : 1 })
  }

  return (
    <>
      <td>
        <input
          type="checkbox"
          aria-label={`Выбрать: ${header}`}
          checked={marked.has(id)}
          onChange={({ currentTarget }) => onMark([id], currentTarget.checked)}
        />
      </td>
      <td title={header}>
        <button
          type="button"
          className={styles.name}
          data-row
          aria-keyshortcuts="F2 Alt+ArrowUp Alt+ArrowDown"
          onClick={() => onEdit(parameter)}
          onKeyDown={press}
        >
          {header}
        </button>
        {exchangeHeader !== header && <small className="dim"> из «{exchangeHeader}»</small>}
        {reason !== undefined && <small className="dim"> {reason}</small>}
      </td>
      <td>{unit || <span className="dim">–</span>}</td>
      <td className="dim" title={examples.join(', ')}>
        {examples.join(', ')}
      </td>
      <td className={table.number}>{quantity(values)}</td>
      <td className={table.number}>
        <Coverage of={parameter.goods} among={goods} />
      </td>
      <td>
        <Switch
          label={`${header}: в фильтре`}
          checked={filter}
          onChange={(on) => onShow([id], { filter: on ? 'yes' : 'no' })}
        />
      </td>
      <td>
        <Switch
          label={`${header}: в карточке`}
          checked={card}
          onChange={(on) => onShow([id], { card: on ? 'yes' : 'no' })}
        />
      </td>
    </>
  )
}

/** Share of goods that have a value of the parameter. */
export function Coverage({ of, among }: { of: number; among: number }) {
  return (
    <span className={styles.coverage}>
      <i aria-hidden="true">
        <b style={{ width: `${among === 0 ? 0 : Math.min(100, (of / among) * 100)}%` }} />
      </i>
      <span>{quantity(of)}</span>
    </span>
  )
}
