import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, notFound } from '@tanstack/react-router'
import { may } from '#shared/rights.ts'
import { CallError } from '#web/api/client.ts'
import { RightGate } from '#web/common/session/RightGate.tsx'
import { parseInteger } from '#web/search.ts'
import { RegistrationScreen } from '#web/staff/registrations/RegistrationScreen.tsx'
import { registrationQuery } from '#web/staff/registrations/use-registrations.ts'

export const Route = createFileRoute('/admin/registrations/$id')({
  loader: async ({ context: { queries, me }, params }) => {
    const id = parseInteger(params.id)
    if (id === undefined) throw notFound()
    if (!may(me, 'staff.registrations')) return
    // Loaded with the page: calls of rare pages would increase every first load.
    const registrations = await import('#web/staff/registrations/use-registrations.ts')
    const query = { ...registrations.registrationQuery(id), revalidateIfStale: true }
    await queries.ensureQueryData(query).catch((error: unknown) => {
      throw error instanceof CallError && error.status === 404 ? notFound() : error
    })
  },
  component: Registration,
})

function Registration() {
  const { id } = Route.useParams()
  return <RightGate right="staff.registrations">{() => <LoadedRegistration id={Number(id)} />}</RightGate>
}

function LoadedRegistration({ id }: { id: number }) {
  const { data: request } = useSuspenseQuery(registrationQuery(id))
  return <RegistrationScreen key={request.id} request={request} />
}
