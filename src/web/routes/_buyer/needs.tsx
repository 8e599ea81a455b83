import { createFileRoute } from '@tanstack/react-router'
import { may } from '#shared/rights.ts'
import { normaliseListSearch } from '#web/buyer/lists/lists-url.ts'
import { useMe } from '#web/common/session/use-session.ts'
import { loadList } from '#web/pages/lists/load-list.ts'
import { NoLists, OwnListPage } from '#web/pages/lists/OwnListPage.tsx'

export const Route = createFileRoute('/_buyer/needs')({
  validateSearch: normaliseListSearch,
  loaderDeps: ({ search: { page } }) => ({ page }),
  loader: ({ context, deps }) => loadList(context, { name: 'needs', ...deps }),
  component: Needs,
})

function Needs() {
  const me = useMe()
  const search = Route.useSearch()
  if (me === null) return null
  if (!may(me, 'lists.edit')) return <NoLists />
  return (
    <OwnListPage
      me={me}
      search={search}
      own={{ name: 'needs' }}
      title="Потребности"
      empty={{
        title: 'Потребностей пока нет',
        text: 'Добавьте в потребности товар, которого ждёте: когда он поступит на склад, мы сообщим',
      }}
    />
  )
}
