import { createFileRoute } from '@tanstack/react-router'
import { NotificationsScreen } from '#web/common/notifications/NotificationsScreen.tsx'
import { notificationsQuery } from '#web/common/notifications/use-notifications.ts'
import { parseInteger } from '#web/search.ts'

export const Route = createFileRoute('/admin/notifications')({
  validateSearch: (raw: Record<string, unknown>): { page?: number } => {
    const page = parseInteger(raw.page) ?? 1
    return page === 1 ? {} : { page }
  },
  loaderDeps: ({ search: { page = 1 } }) => ({ page }),
  loader: ({ context: { queries, me }, deps }) => {
    if (me) void queries.prefetchQuery(notificationsQuery(deps.page))
  },
  component: Notifications,
})

function Notifications() {
  const { page = 1 } = Route.useSearch()
  return <NotificationsScreen list="/admin/notifications" page={page} />
}
