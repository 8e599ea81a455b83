import { createFileRoute } from '@tanstack/react-router'
import { may } from '#shared/rights.ts'
import { normaliseOrganisationSearch } from '#web/buyer/organisation/organisation-url.ts'
import { OrganisationScreen } from '#web/buyer/organisation/OrganisationScreen.tsx'
import { availableCreditQuery, contragentsQuery } from '#web/buyer/organisation/use-organisation.ts'
import { RightGate } from '#web/common/session/RightGate.tsx'
import { addressesQuery, consigneesQuery } from '#web/parts/recipients/use-recipients.ts'

export const Route = createFileRoute('/_buyer/(organisation)/organisation')({
  validateSearch: normaliseOrganisationSearch,
  loader: ({ context: { queries, me } }) => {
    if (!may(me, 'organisation.manage')) return
    void queries.prefetchQuery(contragentsQuery)
    if (may(me, 'finances.view')) void queries.prefetchQuery(availableCreditQuery)
    void queries.prefetchQuery(addressesQuery)
    void queries.prefetchQuery(consigneesQuery)
  },
  component: Organisation,
})

function Organisation() {
  const { contragent } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <RightGate right="organisation.manage">
      {(me) => (
        <OrganisationScreen
          me={me}
          chosen={contragent}
          // Just saved, so there are no unsaved changes to ask about.
          onChoose={(id) =>
            void navigate({ search: { contragent: id }, replace: true, resetScroll: false, ignoreBlocker: true })
          }
        />
      )}
    </RightGate>
  )
}
