import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, Link, notFound } from '@tanstack/react-router'
import { may } from '#shared/rights.ts'
import { CallError } from '#web/api/client.ts'
import { RightGate } from '#web/common/session/RightGate.tsx'
import { parseInteger } from '#web/search.ts'
import { ClaimView } from '#web/staff/claims/ClaimView.tsx'
import { claimQuery } from '#web/staff/claims/use-claims.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Page } from '#web/ui/page/Page.tsx'

export const Route = createFileRoute('/admin/claims/$id')({
  loader: async ({ context: { queries, me }, params }) => {
    const id = parseInteger(params.id)
    if (id === undefined) throw notFound()
    if (!may(me, 'staff.claims')) return
    // Loaded with the page: calls of rare pages would increase every first load.
    const claims = await import('#web/staff/claims/use-claims.ts')
    await queries.ensureQueryData({ ...claims.claimQuery(id), revalidateIfStale: true }).catch((error: unknown) => {
      throw error instanceof CallError && error.status === 404 ? notFound() : error
    })
  },
  component: Claim,
})

function Claim() {
  const { id } = Route.useParams()
  return <RightGate right="staff.claims">{() => <LoadedClaim id={Number(id)} />}</RightGate>
}

function LoadedClaim({ id }: { id: number }) {
  const { data: claim } = useSuspenseQuery(claimQuery(id))
  return (
    <Page
      title={`Рекламация ${claim.number}`}
      above={
        <Link to="/admin/claims">
          <Icon name="back" />
          Рекламации
        </Link>
      }
    >
      <ClaimView
        key={claim.state}
        claim={claim}
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
