import { createFileRoute } from '@tanstack/react-router'
import { may } from '#shared/rights.ts'
import { repeatDraft } from '#shared/api/drafts.ts'
import { call } from '#web/api/client.ts'
import { normaliseDraftsSearch } from '#web/buyer/drafts/drafts-url.ts'
import { DraftsScreen } from '#web/buyer/drafts/DraftsScreen.tsx'
import { draftsQuery } from '#web/buyer/drafts/use-drafts.ts'
import { RightGate } from '#web/common/session/RightGate.tsx'
import { useRepeat } from '#web/pages/repeat/use-repeat.tsx'

export const Route = createFileRoute('/_buyer/drafts/')({
  validateSearch: normaliseDraftsSearch,
  loaderDeps: ({ search: { page = 1 } }) => ({ page }),
  loader: ({ context: { queries, me }, deps: { page } }) => {
    if (may(me, 'draft.edit')) void queries.prefetchQuery(draftsQuery(page))
  },
  component: Drafts,
})

function Drafts() {
  return <RightGate right="draft.edit">{() => <OwnDrafts />}</RightGate>
}

function OwnDrafts() {
  const { page = 1 } = Route.useSearch()
  const repeat = useRepeat((id: number, key) => call(repeatDraft, { id }, { key }), 'Черновик не добавлен')
  return (
    <DraftsScreen
      page={page}
      repeating={repeat.isPending ? repeat.variables : undefined}
      onRepeat={(id) => repeat.mutate(id)}
    />
  )
}
