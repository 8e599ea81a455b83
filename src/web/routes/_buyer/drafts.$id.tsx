import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, notFound } from '@tanstack/react-router'
import { may } from '#shared/rights.ts'
import { draftToBasket, repeatDraft } from '#shared/api/drafts.ts'
import { call, CallError } from '#web/api/client.ts'
import { DraftScreen } from '#web/buyer/drafts/DraftScreen.tsx'
import { draftQuery } from '#web/buyer/drafts/use-drafts.ts'
import { RightGate } from '#web/common/session/RightGate.tsx'
import { parseInteger } from '#web/search.ts'
import { useRepeat } from '#web/pages/repeat/use-repeat.tsx'

export const Route = createFileRoute('/_buyer/drafts/$id')({
  loader: async ({ context: { queries, me }, params }) => {
    const id = parseInteger(params.id)
    if (id === undefined) throw notFound()
    if (!may(me, 'draft.edit')) return
    await queries.ensureQueryData({ ...draftQuery(id), revalidateIfStale: true }).catch((error: unknown) => {
      throw error instanceof CallError && error.status === 404 ? notFound() : error
    })
  },
  component: Draft,
})

function Draft() {
  const { id } = Route.useParams()
  return <RightGate right="draft.edit">{() => <OpenDraft key={id} id={Number(id)} />}</RightGate>
}

function OpenDraft({ id }: { id: number }) {
  const { data: draft } = useSuspenseQuery(draftQuery(id))
  const navigate = Route.useNavigate()
  const repeat = useRepeat(
    (lines: number[] | undefined, key) =>
      lines === undefined ? call(repeatDraft, { id }, { key }) : call(draftToBasket, { id, lines }, { key }),
    'Черновик не добавлен',
  )
  return (
    <DraftScreen
      draft={draft}
      repeating={repeat.isPending}
      onRepeat={(lines) => repeat.mutate(lines)}
      onRemoved={() => void navigate({ to: '/drafts' })}
    />
  )
}
