import { createFileRoute, notFound } from '@tanstack/react-router'
import { isStaff } from '#shared/rights.ts'

/** The staff side; for a buyer it does not exist. */
export const Route = createFileRoute('/admin')({
  beforeLoad: ({ context: { me } }) => {
    if (me && !isStaff(me)) throw notFound()
  },
})
