import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import type { OrderToClaim } from '#shared/api/claims.ts'
import { BarInput } from '#web/ui/forms/Field.tsx'
import { Modal } from '#web/ui/dialogs/Modal.tsx'
import { withCount } from '#web/ui/format.ts'
import { NewClaimDialog } from './NewClaimDialog.tsx'
import { orderClaimsQuery, useOrdersToClaim } from './use-claims.ts'
import styles from './claims.module.css'

type StartProps = { onClose: () => void; onFiled: (claim: { id: number }) => void }

/** Starts a claim outside an order: the order is chosen first, by its number or by a good in it. */
export function StartClaim({ onClose, onFiled }: StartProps) {
  const [chosen, setChosen] = useState<OrderToClaim>()
  const { data: claims } = useQuery({ ...orderClaimsQuery(chosen?.id ?? 0), enabled: chosen !== undefined })
  if (claims)
    return <NewClaimDialog claims={claims} articul={chosen?.good?.articul} onClose={onClose} onFiled={onFiled} />
  return <ChooseOrder busy={chosen !== undefined} onClose={onClose} onChoose={setChosen} />
}

type ChooseOrderProps = { busy: boolean; onClose: () => void; onChoose: (order: OrderToClaim) => void }

function ChooseOrder({ busy, onClose, onChoose }: ChooseOrderProps) {
  const [text, setText] = useState('')
  const query = useDeferredValue(text.trim())
  const { data } = useOrdersToClaim(query)
  return (
    <Modal opened anchored width={560} title="По какому заказу рекламация?" onClose={onClose}>
      <div className={styles.form}>
        <BarInput
          label="Номер заказа, артикул или название"
          type="search"
          className={styles.orderSearch}
          placeholder="Заказ, артикул, название"
          maxLength={100}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <ul className={styles.orders} aria-label="Заказы" aria-busy={busy || data === undefined}>
          {data?.items.map((order) => (
            <li key={order.id}>
              <button type="button" onClick={() => onChoose(order)}>
                <b className="bold">{order.number}</b>
                <span className="dim nowrap">от {order.date}</span>
                <small className="muted">
                  {order.good
                    ? `${order.good.articul} · ${order.good.header}`
                    : `${order.contragent} · можно заявить ${withCount(order.lines, ['строку', 'строки', 'строк'])}`}
                </small>
              </button>
            </li>
          ))}
        </ul>
        {data?.items.length === 0 && (
          <p className="muted">
            {query === ''
              ? 'Отгруженных товаров, которые можно заявить, нет: рекламация подаётся после отгрузки'
              : 'Ничего не нашлось: проверьте номер или артикул'}
          </p>
        )}
      </div>
    </Modal>
  )
}
