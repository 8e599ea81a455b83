import { createFileRoute, redirect } from '@tanstack/react-router'
import { isStaff } from '#shared/rights.ts'

/** The buyer's cabinet; staff have their own side. */
export const Route = createFileRoute('/_buyer')({
  beforeLoad: ({ context: { me } }) => {
    if (me && isStaff(me.role)) throw redirect({ to: '/admin', replace: true })
  },
})
