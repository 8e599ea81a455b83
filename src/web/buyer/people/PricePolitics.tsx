import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PricePolitics as Row } from '#shared/api/organisation/managers.ts'
import { kopecks, roubles } from '#shared/rules/money.ts'
import { priceShows, shownKopecks, type PriceShow } from '#shared/rules/parties/price-politics.ts'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { useUnsaved } from '#web/ui/dialogs/use-unsaved.ts'
import { BarInput, BarSelect } from '#web/ui/forms/Field.tsx'
import { price } from '#web/ui/format.ts'
import { useNotify } from '#web/ui/notifications.tsx'
import { LoadError } from '#web/ui/page/EmptyState.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import table from '#web/ui/tables/table.module.css'
import { categoriesQuery, exampleQuery, politicsQuery, useSavePolitics } from './use-price-politics.ts'
import styles from './politics.module.css'

const labels: Record<PriceShow, string> = { contract: 'договор', percent: '+ %', rrc: 'РРЦ', hidden: 'скрыть' }
const all: Row = { category: null, header: '', show: 'contract', percent: 0 }
const maxPercent = 1000

/** Prices that a person sees, by category [C.31]. Orders always use the contract's prices. */
export function PricePolitics({ id, name }: { id: number; name: string }) {
  const { data, error, refetch } = useQuery(politicsQuery(id))
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton width="100%" height={60} />
  return <PoliticsForm key={JSON.stringify(data)} id={id} name={name} saved={data} />
}

function PoliticsForm({ id, name, saved }: { id: number; name: string; saved: readonly Row[] }) {
  const initial = saved.some(({ category }) => category === null) ? saved : [all, ...saved]
  const [rows, setRows] = useState(initial)
  const save = useSavePolitics()
  const notify = useNotify()
  const changed = JSON.stringify(rows) !== JSON.stringify(initial)
  useUnsaved(() => changed && !save.isPending)
  const change = (at: number, patch: Partial<Row>) =>
    setRows(rows.map((row, index) => (index === at ? { ...row, ...patch } : row)))

  function submit(): void {
    const items = rows
      .filter(({ category, show }) => category !== null || show !== 'contract')
      .map(({ category, show, percent }) => ({ category: category ?? undefined, show, percent }))
    save.mutate(
      { id, items },
      {
        onSuccess: () => notify({ tone: 'ok', text: `Цены для сотрудника сохранены: ${name}` }),
        onError: ({ message }) => notify({ tone: 'bad', text: message }),
      },
    )
  }

  return (
    <section className={styles.politics} aria-label="Какие цены видит">
      <div className="row">
        <span className="small muted">Какие цены видит</span>
        <span className="grow" />
        <AddCategory rows={rows} onAdd={(row) => setRows([...rows, row])} />
      </div>
      <table className={table.table}>
        <caption className="unseen">Цены по категориям</caption>
        <colgroup>
          <col />
          <col style={{ width: 98 }} />
          <col style={{ width: 54 }} />
          <col style={{ width: 108 }} />
          <col style={{ width: 28 }} />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">Категория</th>
            <th scope="col">Показывать</th>
            <th scope="col">%</th>
            <th scope="col" className={table.number}>
              Например, ₽
            </th>
            <th scope="col">
              <span className="unseen">Убрать</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <PoliticsRow
              key={row.category ?? 'all'}
              row={row}
              onChange={(patch) => change(at, patch)}
              onRemove={() => setRows(rows.filter((_, index) => index !== at))}
            />
          ))}
        </tbody>
      </table>
      <p className="small muted">
        Меняется только то, что видит сотрудник. Заказ считается по ценам договора. Счета, прайс-листы, закупки и
        взаиморасчёты показывают цены договора, поэтому закрываются.
      </p>
      {changed && (
        <div className="row">
          <Button small onClick={() => setRows(initial)}>
            Отменить
          </Button>
          <Button small variant="primary" busy={save.isPending} onClick={submit}>
            Сохранить цены
          </Button>
        </div>
      )}
    </section>
  )
}

type RowProps = { row: Row; onChange: (patch: Partial<Row>) => void; onRemove: () => void }

function PoliticsRow({ row, onChange, onRemove }: RowProps) {
  const title = row.category === null ? 'Все остальные' : row.header
  return (
    <tr>
      <td title={title}>{title}</td>
      <td className={table.field}>
        <BarSelect
          label={`Показывать: ${title}`}
          options={priceShows.map((value) => ({ value, label: labels[value] }))}
          value={row.show}
          onChange={({ currentTarget }) =>
            onChange({ show: priceShows.find((value) => value === currentTarget.value) ?? 'contract' })
          }
        />
      </td>
      <td className={table.field}>
        {row.show === 'percent' && (
          <PercentInput title={title} value={row.percent} onChange={(percent) => onChange({ percent })} />
        )}
      </td>
      <td className={table.number}>
        <Example row={row} />
      </td>
      <td>
        {row.category !== null && <IconButton small icon="close" label={`Убрать: ${title}`} onClick={onRemove} />}
      </td>
    </tr>
  )
}

/** Keeps the text as typed; an invalid percentage (not 0 to 1000) is marked and not applied. */
function PercentInput({
  title,
  value,
  onChange,
}: {
  title: string
  value: number
  onChange: (percent: number) => void
}) {
  const [text, setText] = useState(String(value).replace('.', ','))
  return (
    <BarInput
      label={`Наценка, %: ${title}`}
      inputMode="decimal"
      value={text}
      aria-invalid={percentOf(text) === undefined}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value)
        const percent = percentOf(currentTarget.value)
        if (percent !== undefined) onChange(percent)
      }}
    />
  )
}

function percentOf(text: string): number | undefined {
  const percent = /^\d{1,4}([.,]\d{1,2})?$/.test(text.trim()) ? Number(text.trim().replace(',', '.')) : undefined
  return percent !== undefined && percent <= maxPercent ? percent : undefined
}

/** Price of an example good before and after the rule. */
function Example({ row }: { row: Row }) {
  const { data: good } = useQuery(exampleQuery(row.category))
  if (!good || good.price === null) return <span className="dim">–</span>
  const shownSum = shownKopecks(
    { category: row.category, show: row.show, hundredths: Math.round(row.percent * 100) },
    { priceKopecks: kopecks(good.price), rrcKopecks: good.rrc === null ? null : kopecks(good.rrc) },
  )
  if (shownSum === kopecks(good.price)) return <span title={good.header}>{price(good.price)}</span>
  return (
    <span title={good.header}>
      <span className="dim">{price(good.price)} →</span> <b>{shownSum === null ? '–' : price(roubles(shownSum))}</b>
    </span>
  )
}

function AddCategory({ rows, onAdd }: { rows: readonly Row[]; onAdd: (row: Row) => void }) {
  const { data: categories = [] } = useQuery(categoriesQuery)
  const remainingCategories = categories.filter(({ id }) => !rows.some(({ category }) => category === id))
  if (remainingCategories.length === 0) return null
  return (
    <BarSelect
      label="Добавить категорию"
      options={[
        { value: '', label: 'Добавить категорию' },
        ...remainingCategories.map(({ id, header }) => ({ value: String(id), label: header })),
      ]}
      value=""
      onChange={({ currentTarget }) => {
        const chosen = remainingCategories.find(({ id }) => String(id) === currentTarget.value)
        if (chosen) onAdd({ category: chosen.id, header: chosen.header, show: 'percent', percent: 10 })
      }}
    />
  )
}
