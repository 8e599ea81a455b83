import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { may } from '#shared/rights.ts'
import { deleteFavoriteList } from '#shared/api/lists.ts'
import { call } from '#web/api/client.ts'
import { catalogueInitQuery } from '#web/buyer/contracts/use-contracts.ts'
import { normaliseListSearch } from '#web/buyer/lists/lists-url.ts'
import { NamedLists } from '#web/buyer/lists/NamedLists.tsx'
import { useList, useListChange, type NamedList } from '#web/buyer/lists/use-lists.ts'
import { useMe } from '#web/common/session/use-session.ts'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { loadList } from '#web/pages/lists/load-list.ts'
import { NoLists, OwnListPage } from '#web/pages/lists/OwnListPage.tsx'

const ListNameDialog = lazy(() =>
  import('#web/buyer/lists/ListNameDialog.tsx').then((module) => ({ default: module.ListNameDialog })),
)

export const Route = createFileRoute('/_buyer/favorites')({
  validateSearch: normaliseListSearch,
  loaderDeps: ({ search: { page, list } }) => ({ page, list }),
  loader: ({ context, deps }) => loadList(context, { name: 'favorites', ...deps }),
  component: Favorites,
})

function Favorites() {
  const me = useMe()
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const { data } = useList({ name: 'favorites', ...search })
  const { data: init } = useQuery(catalogueInitQuery)
  const confirm = useConfirm()
  const deleteList = useListChange((id: number) => call(deleteFavoriteList, { id }), 'Список не удалён')
  const [naming, setNaming] = useState<{ list: NamedList | undefined }>()
  if (me === null) return null
  if (!may(me, 'lists.edit')) return <NoLists />

  const lists = data?.lists ?? []
  const chosen = lists.find(({ id }) => id === search.list)
  const open = (list: number | undefined) => navigate({ search: list === undefined ? {} : { list } })

  async function confirmDelete({ id, header }: NamedList) {
    if (await confirm(`Удалить список «${header}»? Его товары останутся в избранном.`))
      deleteList.mutate(id, { onSuccess: () => void open(undefined) })
  }

  return (
    <>
      <OwnListPage
        me={me}
        search={search}
        own={{ name: 'favorites', list: search.list }}
        title={chosen?.header ?? 'Избранное'}
        actions={
          chosen && (
            <>
              <Button small icon="edit" onClick={() => setNaming({ list: chosen })}>
                Переименовать
              </Button>
              <Button small variant="danger" busy={deleteList.isPending} onClick={() => void confirmDelete(chosen)}>
                Удалить список
              </Button>
            </>
          )
        }
        tabs={
          <NamedLists
            lists={lists}
            chosen={search.list}
            total={init?.favoritesCount}
            onNew={() => setNaming({ list: undefined })}
          />
        }
        missing={{
          title: 'Такого списка нет',
          text: 'Он удалён, или ссылка ведёт на чужой список',
          action: (
            <Link to="/favorites" className={buttonClass({ variant: 'primary' })}>
              Всё избранное
            </Link>
          ),
        }}
        empty={
          search.list === undefined
            ? { title: 'В избранном пока пусто', text: 'Нажмите звезду в строке товара, и он появится здесь' }
            : {
                title: 'В этом списке пока пусто',
                text: 'Отметьте товары в избранном или в любом списке и выберите «В список…»',
              }
        }
      />
      {naming && (
        <Suspense>
          <ListNameDialog
            list={naming.list}
            onClose={() => setNaming(undefined)}
            onSaved={(id) => {
              setNaming(undefined)
              void open(id)
            }}
          />
        </Suspense>
      )}
    </>
  )
}
