import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, Link, notFound } from '@tanstack/react-router'
import { may } from '#shared/rights.ts'
import { CallError } from '#web/api/client.ts'
import { RightGate } from '#web/common/session/RightGate.tsx'
import { parseInteger } from '#web/search.ts'
import { ActView } from '#web/staff/acts/ActView.tsx'
import { staffActQuery } from '#web/staff/acts/use-staff-acts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Page } from '#web/ui/page/Page.tsx'

export const Route = createFileRoute('/admin/acts/$id')({
  loader: async ({ context: { queries, me }, params }) => {
    const id = parseInteger(params.id)
    if (id === undefined) throw notFound()
    if (!may(me, 'staff.customers')) return
    // Loaded with the page: calls of rare pages would increase every first load.
    const acts = await import('#web/staff/acts/use-staff-acts.ts')
    await queries.ensureQueryData({ ...acts.staffActQuery(id), revalidateIfStale: true }).catch((error: unknown) => {
      throw error instanceof CallError && error.status === 404 ? notFound() : error
    })
  },
  component: Act,
})

function Act() {
  const { id } = Route.useParams()
  return <RightGate right="staff.customers">{() => <Loaded id={Number(id)} />}</RightGate>
}

function Loaded({ id }: { id: number }) {
  const { data: act } = useSuspenseQuery(staffActQuery(id))
  return (
    <Page
      title={`Акт сверки ${act.number}`}
      above={
        <Link to="/admin/acts">
          <Icon name="back" />
          Акты сверки
        </Link>
      }
    >
      <ActView
        act={act}
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
