import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { stateName } from '#shared/rules/order-states.ts'
import { IconButton } from '#web/ui/Button.tsx'
import { BarInput } from '#web/ui/forms/Field.tsx'
import { money } from '#web/ui/format.ts'
import { Icon } from '#web/ui/Icon.tsx'
import styles from './talk.module.css'

export type LinkedOrder = { id: number; number: string; state: number; sum: number | null }
export type LinkedGood = { id: number; header: string; articul: string }
export type Links = { orders: readonly LinkedOrder[]; goods: readonly LinkedGood[] }
/** What a message may name: the newest orders for '', else by number, article or name. */
export type LinkSource = { name: string; find: (query: string, signal: AbortSignal) => Promise<Links> }

type PickerProps = {
  among: LinkSource
  onOrder: (order: LinkedOrder) => void
  onGood: (good: LinkedGood) => void
  onClose: () => void
}

const settleMs = 250

/** Orders and goods to be named in a message. Esc closes it. */
export function LinkPicker({ among: { name, find }, onOrder, onGood, onClose }: PickerProps) {
  const [text, setText] = useState('')
  const [asked] = useDebouncedValue(text.trim(), settleMs)
  const { data, error } = useQuery({
    queryKey: ['talk-links', name, asked],
    queryFn: ({ signal }) => find(asked, signal),
    placeholderData: keepPreviousData,
  })
  return (
    // Esc is that of the field and of the buttons inside.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className={styles.picker}
      onKeyDown={({ key }) => {
        if (key === 'Escape') onClose()
      }}
    >
      <div className="row">
        <BarInput
          label="Найти заказ или товар"
          placeholder="Найти заказ или товар"
          type="search"
          maxLength={100}
          // It opens by a press of a button: writing goes on here.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          onKeyDown={(event) => {
            // The message itself is not sent from here.
            if (event.key === 'Enter') event.preventDefault()
          }}
        />
        <IconButton icon="close" label="Закрыть выбор" onClick={onClose} />
      </div>
      {error && <p className="small bad">{error.message}</p>}
      <ul className={styles.links} aria-label="Заказы и товары">
        {data?.orders.map((order) => (
          <li key={order.id}>
            <button type="button" onClick={() => onOrder(order)}>
              <Icon name="orders" />
              <b>{`Заказ ${order.number}`}</b>
              <span className="dim">
                {[stateName(order.state), order.sum === null ? '' : money(order.sum)].filter(Boolean).join(' · ')}
              </span>
            </button>
          </li>
        ))}
        {data?.goods.map((good) => (
          <li key={good.id}>
            <button type="button" onClick={() => onGood(good)}>
              <Icon name="tag" />
              <b>{good.header}</b>
              <span className="dim">{good.articul}</span>
            </button>
          </li>
        ))}
      </ul>
      {data && data.orders.length + data.goods.length === 0 && (
        <p className="small dim" role="status">
          {asked === '' ? 'Заказов пока нет; товар найдите по артикулу или названию' : `По «${asked}» ничего нет`}
        </p>
      )}
    </div>
  )
}
