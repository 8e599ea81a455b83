import { createFileRoute, notFound } from '@tanstack/react-router'
import { RightGate } from '#web/common/session/RightGate.tsx'
import { parseInteger } from '#web/search.ts'
import { CustomerScreen } from '#web/staff/customers/CustomerScreen.tsx'
import { organisationsRefused } from '#web/common/session/gate-titles.ts'

export const Route = createFileRoute('/admin/customers/$id')({
  beforeLoad: ({ params: { id } }) => {
    if (parseInteger(id) === undefined) throw notFound()
  },
  component: Customer,
})

function Customer() {
  const { id } = Route.useParams()
  return (
    <RightGate right="staff.customers" title={organisationsRefused}>
      {(me) => <CustomerScreen key={id} id={Number(id)} me={me} />}
    </RightGate>
  )
}
