import { Link } from '@tanstack/react-router'
import type { StaffPriceType } from '#shared/api/staff/prices.ts'
import { currencyName, currencySign } from '#shared/rules/prices/currencies.ts'
import { Button } from '#web/ui/Button.tsx'
import { BarSelect } from '#web/ui/forms/Field.tsx'
import { quantity, shortDateTime } from '#web/ui/format.ts'
import { useNotify } from '#web/ui/notifications.tsx'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'
import { Card } from '#web/ui/page/Page.tsx'
import table from '#web/ui/tables/table.module.css'
import { useSetPurchaseType } from './use-staff-prices.ts'
import styles from './prices.module.css'

const uses = { sold: '', rrc: 'справочно', purchase: 'закупка, видят администраторы' } as const

type TypesProps = {
  types: readonly StaffPriceType[]
  onContracts: (type: StaffPriceType) => void
  onConditions: (type: StaffPriceType) => void
}

export function TypesCard({ types, onContracts, onConditions }: TypesProps) {
  return (
    <Card
      title={
        <>
          Типы цен <span className="dim">{types.length > 0 && types.length}</span>
        </>
      }
      extra={types.length > 0 && <PurchaseType types={types} />}
    >
      {types.length === 0 ? (
        <EmptyState title="Типов цен пока нет">Их пришлёт первая выгрузка из 1С с предложениями</EmptyState>
      ) : (
        <div className={styles.scrolled}>
          <table className={table.table}>
            <caption className="unseen">Типы цен, их валюты, товары и договоры</caption>
            <colgroup>
              <col />
              <col className={styles.wide} style={{ width: 54 }} />
              <col className={styles.wide} style={{ width: 76 }} />
              <col style={{ width: 84 }} />
              <col className={styles.wide} style={{ width: 92 }} />
              <col style={{ width: 84 }} />
            </colgroup>
            <thead>
              <tr>
                <th scope="col">Тип</th>
                <th scope="col" className={styles.wide}>
                  <abbr title="Валюта">Вал.</abbr>
                </th>
                <th scope="col" className={`${table.number} ${styles.wide}`}>
                  Товаров
                </th>
                <th scope="col" className={table.number}>
                  Договоров
                </th>
                <th scope="col" className={`${table.number} ${styles.wide}`}>
                  Пришли
                </th>
                <th scope="col">
                  <span className="unseen">Скидки</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {types.map((type) => (
                <TypeRow
                  key={type.id}
                  type={type}
                  onContracts={() => onContracts(type)}
                  onConditions={() => onConditions(type)}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Card>
  )
}

type RowProps = { type: StaffPriceType; onContracts: () => void; onConditions: () => void }

function TypeRow({ type, onContracts, onConditions }: RowProps) {
  const { id, header, currency, goods, unrated, contracts, use, imported_at } = type
  const note = unrated > 0 ? `без курса не продаётся: ${quantity(unrated)}` : uses[use]
  return (
    <tr className={note === '' ? undefined : table.two}>
      <td title={header}>
        <Link to="/admin/prices/breaks" search={{ type: id }} title={`Цены от количества: ${header}`}>
          {header}
        </Link>
        {note !== '' && <div className={`small ${unrated > 0 ? 'bad' : 'dim'}`}>{note}</div>}
      </td>
      <td className={styles.wide} title={currencyName(currency)}>
        {currencySign(currency)}
      </td>
      <td className={`${table.number} ${styles.wide}`}>{quantity(goods)}</td>
      <td className={table.number}>
        {contracts === 0 ? (
          <span className="dim">–</span>
        ) : (
          <Button
            small
            variant="plain"
            className={styles.count}
            aria-label={`Договоры с типом ${header}: ${contracts}`}
            onClick={onContracts}
          >
            {quantity(contracts)}
          </Button>
        )}
      </td>
      <td className={`${table.number} ${styles.wide} dim`}>
        {imported_at === null ? '–' : shortDateTime(imported_at)}
      </td>
      <td>
        {use === 'sold' && (
          <Button small aria-label={`Скидки и цены всех договоров с типом ${header}`} onClick={onConditions}>
            Скидки
          </Button>
        )}
      </td>
    </tr>
  )
}

/** Which price type holds what the wholesaler pays; saved at once, can be undone. */
function PurchaseType({ types }: { types: readonly StaffPriceType[] }) {
  const set = useSetPurchaseType()
  const notify = useNotify()
  const chosen = types.find(({ use }) => use === 'purchase')?.id ?? null

  function choose(next: number | null) {
    set.mutate(next, {
      onSuccess: () =>
        notify({
          tone: 'ok',
          text: next === null ? 'Закупочные цены не показываются' : 'Тип закупочных цен сохранён',
          fadeMs: 8000,
          action: { label: 'Вернуть', onPress: () => choose(chosen) },
        }),
      onError: ({ message }) => notify({ tone: 'bad', title: 'Тип закупки не сохранён', text: message }),
    })
  }

  return (
    <BarSelect
      label="Тип закупочных цен"
      options={[
        { value: '', label: 'Закупка: не указана' },
        ...types.map(({ id, header }) => ({ value: String(id), label: `Закупка: ${header}` })),
      ]}
      value={chosen ?? ''}
      disabled={set.isPending}
      style={{ maxWidth: 200 }}
      onChange={({ currentTarget }) => choose(Number(currentTarget.value) || null)}
    />
  )
}
