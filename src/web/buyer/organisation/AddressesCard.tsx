import { lazy, Suspense, useState } from 'react'
import type { Address } from '#shared/api/organisation/addresses.ts'
import { sameAddress } from '#shared/texts.ts'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { BarInput } from '#web/ui/forms/Field.tsx'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'
import { matchesAllWords } from '#web/ui/matches-all-words.ts'
import { useNotify } from '#web/ui/notifications.tsx'
import { Card } from '#web/ui/page/Page.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { useDeleteAddress } from './use-organisation.ts'
import styles from './organisation.module.css'

const AddressDialog = lazy(() =>
  import('#web/parts/recipients/AddressDialog.tsx').then((module) => ({ default: module.AddressDialog })),
)

/** Longer lists have a search field. */
const fewAddresses = 8

/** Delivery addresses, managed by the owner. */
export function AddressesCard({ addresses }: { addresses: readonly Address[] }) {
  const [opened, open] = useState<Address | 'new'>()
  const [query, setQuery] = useState('')
  const notify = useNotify()
  const found = addresses.filter(({ full_address, postindex, comment }) =>
    matchesAllWords(`${postindex} ${full_address} ${comment}`, query.trim()),
  )
  const add = (
    <Button small icon="plus" onClick={() => open('new')}>
      Добавить адрес
    </Button>
  )

  function saved({ id }: Address) {
    const isKnown = opened === 'new' && addresses.some((address) => address.id === id)
    notify(isKnown ? { text: sameAddress } : { tone: 'ok', text: 'Данные сохранены', fadeMs: 3000 })
    open(undefined)
  }

  return (
    <Card
      title={
        <>
          Адреса доставки <span className={styles.count}>{addresses.length}</span>
        </>
      }
      extra={addresses.length > 0 && add}
    >
      {addresses.length === 0 ? (
        <EmptyState title="Адресов пока нет" action={add}>
          Сохранённый адрес остаётся только выбрать при оформлении заказа
        </EmptyState>
      ) : (
        <>
          {addresses.length > fewAddresses && (
            <div className={styles.search}>
              <BarInput
                label="Найти адрес"
                placeholder="Найти адрес"
                type="search"
                value={query}
                onChange={({ currentTarget }) => setQuery(currentTarget.value)}
              />
            </div>
          )}
          {found.length === 0 ? (
            <EmptyState
              title="Такого адреса нет"
              action={
                <Button small onClick={() => setQuery('')}>
                  Показать все
                </Button>
              }
            />
          ) : (
            <ul className={styles.rows} aria-label="Адреса доставки">
              {found.map((address) => (
                <AddressRow key={address.id} address={address} onEdit={() => open(address)} />
              ))}
            </ul>
          )}
        </>
      )}
      {opened !== undefined && (
        <Suspense>
          <AddressDialog
            address={opened === 'new' ? undefined : opened}
            mayManage
            onSaved={saved}
            onClose={() => open(undefined)}
          />
        </Suspense>
      )}
    </Card>
  )
}

function AddressRow({ address, onEdit }: { address: Address; onEdit: () => void }) {
  const { id, full_address, postindex, comment, is_main } = address
  const remove = useDeleteAddress()
  const confirm = useConfirm()
  const notify = useNotify()

  async function drop() {
    if (await confirm('Удалить адрес?'))
      remove.mutate(id, { onError: ({ message }) => notify({ tone: 'bad', text: message }) })
  }

  return (
    <li>
      <span className={styles.words}>
        {[postindex, full_address].filter(Boolean).join(', ')}
        {comment !== '' && <small>{comment}</small>}
        {is_main && <Tag tone="accent">основной</Tag>}
      </span>
      <IconButton small icon="edit" label={`Изменить адрес: ${full_address}`} onClick={onEdit} />
      <IconButton small icon="trash" label={`Удалить адрес: ${full_address}`} onClick={() => void drop()} />
    </li>
  )
}
