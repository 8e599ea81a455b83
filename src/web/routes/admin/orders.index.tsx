import { createFileRoute, redirect } from '@tanstack/react-router'

/** Who shortens the address of an order finds the queue, which is the first page of staff. */
export const Route = createFileRoute('/admin/orders/')({
  beforeLoad: () => {
    throw redirect({ to: '/admin', replace: true })
  },
})
