import { queryOptions, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { favoriteLists, fillFavoriteList } from '#shared/api/lists.ts'
import { call } from '#web/api/client.ts'
import { BarSelect } from '#web/ui/forms/Field.tsx'
import { useNotify } from '#web/ui/notifications.tsx'
import { useListChange } from './use-lists.ts'

const ListNameDialog = lazy(() => import('./ListNameDialog.tsx').then((module) => ({ default: module.ListNameDialog })))

const namesQuery = queryOptions({
  queryKey: ['catalogue', 'list-names'],
  queryFn: async ({ signal }) => (await call(favoriteLists, {}, { signal })).lists,
})

const newList = 'new'

/** Adds the checked goods to a named list of favourites, or to a new one. */
export function ToListSelect({
  ids,
  except,
  onDone,
}: {
  ids: readonly number[]
  /** The current list, which is left out of the choices. */ except?: number | undefined
  onDone: () => void
}) {
  const { data: lists = [] } = useQuery(namesQuery)
  const [isNaming, setIsNaming] = useState(false)
  const notify = useNotify()
  const fill = useListChange((id: number) => call(fillFavoriteList, { id, ids: [...ids] }), 'Список не изменён')

  function put(id: number) {
    setIsNaming(false)
    fill.mutate(id, {
      onSuccess: (reply) => {
        notify({
          tone: 'ok',
          fadeMs: 3000,
          text: `Добавлено в список «${reply.lists.find((list) => list.id === id)?.header ?? ''}»: ${ids.length}`,
        })
        onDone()
      },
    })
  }

  const options = lists
    .filter(({ id }) => id !== except)
    .map(({ id, header }) => ({ value: String(id), label: header }))
  return (
    <>
      <BarSelect
        label="Добавить в список избранного"
        value=""
        disabled={fill.isPending}
        options={[{ value: '', label: 'В список…' }, ...options, { value: newList, label: 'Новый список…' }]}
        onChange={({ currentTarget: { value } }) => {
          if (value === newList) setIsNaming(true)
          else if (value !== '') put(Number(value))
        }}
      />
      {isNaming && (
        <Suspense>
          <ListNameDialog list={undefined} onSaved={put} onClose={() => setIsNaming(false)} />
        </Suspense>
      )}
    </>
  )
}
