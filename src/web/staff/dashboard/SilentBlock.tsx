import { Link } from '@tanstack/react-router'
import { price, quantity } from '#web/ui/format.ts'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'
import { moveRowFocus } from '#web/ui/tables/move-row-focus.ts'
import table from '#web/ui/tables/table.module.css'
import { Block } from './Block.tsx'
import { useSilentBuyers } from './use-dashboard.ts'
import styles from './dashboard.module.css'

const title = 'Замолчали'

/** Customers who ordered regularly and stopped. */
export function SilentBlock() {
  const query = useSilentBuyers()
  const { data } = query
  return (
    <Block title={title} extra={data && data.count > 0 && quantity(data.count)} query={query}>
      {({ items }) => (
        <>
          {items.length === 0 ? (
            <EmptyState title="Постоянные покупатели на месте">
              Здесь появится тот, кто заказывал регулярно и перестал
            </EmptyState>
          ) : (
            <table className={table.table}>
              <caption className="unseen">{title}</caption>
              <colgroup>
                <col />
                <col style={{ width: 88 }} />
                <col style={{ width: 76 }} />
                <col style={{ width: 104 }} />
              </colgroup>
              <thead>
                <tr>
                  <th scope="col">Покупатель</th>
                  <th scope="col" className={table.number}>
                    Раз в
                  </th>
                  <th scope="col" className={table.number}>
                    Молчит
                  </th>
                  <th scope="col" className={table.number}>
                    Средний, ₽
                  </th>
                </tr>
              </thead>
              <tbody>
                {items.map(({ id, name, every, silent, average, manager }) => (
                  <tr key={id}>
                    <td title={manager === '' ? name : `${name}, менеджер ${manager}`}>
                      <Link to="/admin/customers/$id" params={{ id: String(id) }} data-row="" onKeyDown={moveRowFocus}>
                        {name}
                      </Link>
                    </td>
                    <td className={table.number}>{quantity(every)} дн.</td>
                    <td className={table.number}>{quantity(silent)} дн.</td>
                    <td className={`${table.number} ${table.strong}`}>{price(Math.round(average))}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
          <p className={styles.rule}>За год от 4 заказов, а теперь тишина вдвое дольше обычной и не меньше 14 дней</p>
        </>
      )}
    </Block>
  )
}
