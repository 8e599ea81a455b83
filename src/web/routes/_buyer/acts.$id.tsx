import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, notFound } from '@tanstack/react-router'
import { may } from '#shared/rights.ts'
import { CallError } from '#web/api/client.ts'
import { ActScreen } from '#web/buyer/acts/details/ActScreen.tsx'
import { normaliseActSearch } from '#web/buyer/acts/acts-url.ts'
import { actQuery } from '#web/buyer/acts/use-acts.ts'
import { RightGate } from '#web/common/session/RightGate.tsx'
import { parseInteger } from '#web/search.ts'

export const Route = createFileRoute('/_buyer/acts/$id')({
  validateSearch: normaliseActSearch,
  loader: async ({ context: { queries, me }, params }) => {
    const id = parseInteger(params.id)
    if (id === undefined) throw notFound()
    if (me === null || !may(me, 'acts.view')) return
    // Loaded with the page: calls of rare pages would increase every first load.
    const acts = await import('#web/buyer/acts/use-acts.ts')
    await queries.ensureQueryData({ ...acts.actQuery(id), revalidateIfStale: true }).catch((error: unknown) => {
      throw error instanceof CallError && error.status === 404 ? notFound() : error
    })
  },
  component: ActPage,
})

function ActPage() {
  return <RightGate right="acts.view">{() => <OneAct />}</RightGate>
}

function OneAct() {
  const { id } = Route.useParams()
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const { data: act } = useSuspenseQuery(actQuery(Number(id)))
  return <ActScreen key={act.id} act={act} search={search} onChange={(next) => void navigate({ search: next })} />
}
