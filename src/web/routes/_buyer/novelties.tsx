import { createFileRoute } from '@tanstack/react-router'
import { normaliseListSearch } from '#web/buyer/lists/lists-url.ts'
import { useMe } from '#web/common/session/use-session.ts'
import { GoodsListPage } from '#web/pages/lists/GoodsListPage.tsx'
import { loadList } from '#web/pages/lists/load-list.ts'
import { ToCatalogue } from '#web/pages/lists/ToCatalogue.tsx'

export const Route = createFileRoute('/_buyer/novelties')({
  validateSearch: normaliseListSearch,
  loaderDeps: ({ search: { page } }) => ({ page }),
  loader: ({ context, deps }) => loadList(context, { name: 'novelties', ...deps }),
  component: Novelties,
})

function Novelties() {
  const me = useMe()
  const search = Route.useSearch()
  if (me === null) return null
  return (
    <GoodsListPage
      me={me}
      name="novelties"
      impliedMark="new"
      search={search}
      title="Новинки"
      empty={{
        title: 'Новинок пока нет',
        text: 'Здесь появятся товары, которые недавно поступили в продажу',
        action: <ToCatalogue />,
      }}
    />
  )
}
