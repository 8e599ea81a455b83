import { createFileRoute, notFound } from '@tanstack/react-router'
import { isStaff } from '#shared/rights.ts'

/** The staff pages; for a buyer they do not exist. */
export const Route = createFileRoute('/admin')({
  beforeLoad: ({ context: { me } }) => {
    if (me && !isStaff(me)) throw notFound()
  },
})
