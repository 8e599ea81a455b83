import { createFileRoute, redirect } from '@tanstack/react-router'
import { isStaff } from '#shared/rights.ts'
import { initQuery } from '#web/buyer/contracts/use-contracts.ts'

/** The buyer's cabinet; staff have their own side. */
export const Route = createFileRoute('/_buyer')({
  beforeLoad: ({ context: { me } }) => {
    if (me && isStaff(me)) throw redirect({ to: '/admin', replace: true })
  },
  // The header shows the contract: loaded together with the page, not after it.
  loader: ({ context: { queries, me } }) => {
    if (me) void queries.prefetchQuery(initQuery)
  },
})
