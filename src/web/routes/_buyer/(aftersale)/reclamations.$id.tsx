import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, Link, notFound } from '@tanstack/react-router'
import { may } from '#shared/rights.ts'
import { CallError } from '#web/api/client.ts'
import { ClaimView, claimTitle } from '#web/buyer/claims/ClaimView.tsx'
import { claimQuery } from '#web/buyer/claims/use-claims.ts'
import { RightGate } from '#web/common/session/RightGate.tsx'
import { ClaimTag } from '#web/parts/claims/ClaimTag.tsx'
import { parseInteger } from '#web/search.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Page } from '#web/ui/page/Page.tsx'

export const Route = createFileRoute('/_buyer/(aftersale)/reclamations/$id')({
  loader: async ({ context: { queries, me }, params }) => {
    const id = parseInteger(params.id)
    if (id === undefined) throw notFound()
    if (me === null || !may(me, 'claim.view')) return
    // Loaded with the page: calls of rare pages would increase every first load.
    const claims = await import('#web/buyer/claims/use-claims.ts')
    await queries.ensureQueryData({ ...claims.claimQuery(id), revalidateIfStale: true }).catch((error: unknown) => {
      throw error instanceof CallError && error.status === 404 ? notFound() : error
    })
  },
  component: ClaimPage,
})

function ClaimPage() {
  return <RightGate right="claim.view">{() => <OneClaim />}</RightGate>
}

function OneClaim() {
  const { id } = Route.useParams()
  const { data: claim } = useSuspenseQuery(claimQuery(Number(id)))
  return (
    <Page
      above={
        <Link to="/reclamations">
          <Icon name="back" />
          Рекламации
        </Link>
      }
      title={claimTitle(claim)}
      extra={<ClaimTag state={claim.state} />}
      tab={`Рекламация ${claim.number}`}
    >
      <ClaimView
        key={claim.id}
        claim={claim}
        isPage
        frame={({ children, footer }) => (
          <div className="column">
            {children}
            {footer}
          </div>
        )}
      />
    </Page>
  )
}
