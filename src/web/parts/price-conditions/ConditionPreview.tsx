import type { ConditionPreview as Preview } from '#shared/api/administration/price-conditions.ts'
import { useSettled } from '#web/ui/forms/use-settled.ts'
import { money, price, quantity, withCount } from '#web/ui/format.ts'
import { Note } from '#web/ui/Note.tsx'
import { LoadError } from '#web/ui/page/EmptyState.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import table from '#web/ui/tables/table.module.css'
import { useConditionPreview, type ConditionOwner, type PreviewInput } from './use-price-conditions.ts'

const goodsForms = ['товар', 'товара', 'товаров'] as const

/** How many goods get cheaper than they are today, with examples. Undefined terms: the form is not complete yet. */
export function ConditionPreview({ owner, terms }: { owner: ConditionOwner; terms: PreviewInput | undefined }) {
  const { data, error, refetch } = useConditionPreview(owner, useSettled(terms))
  if (terms === undefined) return null
  if (error) return <LoadError error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton width="100%" height={64} />
  const { goods, cheaper, losses, examples } = data
  return (
    <section aria-label="Что изменится" className="column">
      <p role="status">
        {cheaper === 0 ? (
          <>Ни один товар не станет дешевле: действующие цены не выше</>
        ) : (
          <>
            Подешевеет <b>{withCount(cheaper, goodsForms)}</b> из {quantity(goods)}
          </>
        )}
      </p>
      {losses > 0 && (
        <Note tone="bad">Ниже закупочной цены окажется {withCount(losses, goodsForms)}: продажа в убыток</Note>
      )}
      {examples.length > 0 && <Examples examples={examples} />}
    </section>
  )
}

function Examples({ examples }: Pick<Preview, 'examples'>) {
  return (
    <table className={table.table}>
      <caption className="unseen">Примеры</caption>
      <colgroup>
        <col />
        <col style={{ width: 92 }} />
        <col style={{ width: 92 }} />
      </colgroup>
      <thead>
        <tr>
          <th scope="col">Например</th>
          <th scope="col" className={table.number}>
            Сейчас, ₽
          </th>
          <th scope="col" className={table.number}>
            Станет, ₽
          </th>
        </tr>
      </thead>
      <tbody>
        {examples.map(({ id, articul, header, before, after, loss }) => (
          <tr key={id} className={loss === null ? undefined : table.two}>
            <td title={header}>
              <span className="muted">{articul}</span> {header}
              {loss !== null && <div className="small bad">убыток {money(loss)} на единицу</div>}
            </td>
            <td className={table.number}>{price(before)}</td>
            <td className={table.number}>{price(after)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
