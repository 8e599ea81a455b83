import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { EmptyState, LoadError } from '#web/ui/page/EmptyState.tsx'
import { Page } from '#web/ui/page/Page.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import { GoodForm } from './GoodForm.tsx'
import type { GoodsSearch } from './goods-url.ts'
import { goodQuery } from './use-goods.ts'

/** Presentation of one product; `search` is the list it was opened from. */
export function GoodScreen({ id, search }: { id: number; search: GoodsSearch }) {
  const { data, error, refetch } = useQuery(goodQuery(id))
  // Only a reload by the user, or saving, resets the fields.
  const [round, setRound] = useState(0)
  const renew = () => setRound((previous) => previous + 1)
  if (data)
    return (
      <GoodForm key={round} good={data} search={search} onSaved={renew} onReload={() => void refetch().then(renew)} />
    )
  return (
    <Page title="Товар">
      {!error && <Skeleton width="60%" height={20} />}
      {error &&
        ('status' in error && error.status === 404 ? (
          <EmptyState
            title="Такого товара нет"
            action={
              <Link to="/admin/goods" search={search}>
                Ко всем товарам
              </Link>
            }
          >
            Возможно, это вариант: откройте товар, которому он принадлежит
          </EmptyState>
        ) : (
          <LoadError error={error} onRetry={() => void refetch()} />
        ))}
    </Page>
  )
}
