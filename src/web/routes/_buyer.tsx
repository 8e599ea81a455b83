import { createFileRoute, redirect } from '@tanstack/react-router'
import { isStaff } from '#shared/rights.ts'
import { initQuery } from '#web/buyer/contracts/use-contracts.ts'
import { staffHome } from '#web/shell/navigation.ts'

/** The buyer's pages; staff have their own. */
export const Route = createFileRoute('/_buyer')({
  beforeLoad: ({ context: { me } }) => {
    if (me && isStaff(me)) throw redirect({ to: staffHome(me), replace: true })
  },
  // The header shows the contract, so it is loaded together with the page.
  loader: ({ context: { queries, me } }) => {
    if (me) void queries.prefetchQuery(initQuery)
  },
})
