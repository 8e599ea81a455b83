import { createFileRoute, notFound } from '@tanstack/react-router'
import { RightGate } from '#web/common/session/RightGate.tsx'
import { useStartActing } from '#web/common/session/use-acting.ts'
import { useNotify } from '#web/ui/notifications.tsx'
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
  const acting = useStartActing()
  const notify = useNotify()
  const actAs = {
    starting: acting.isPending || acting.isSuccess ? acting.variables.account : undefined,
    start: (account: number) =>
      acting.mutate(
        { id: Number(id), account },
        { onError: ({ message }) => notify({ tone: 'bad', title: 'Войти не удалось', text: message }) },
      ),
  }
  return (
    <RightGate right="staff.customers" title={organisationsRefused}>
      {(me) => <CustomerScreen key={id} id={Number(id)} me={me} actAs={actAs} />}
    </RightGate>
  )
}
