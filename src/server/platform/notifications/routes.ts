import * as api from '#shared/api/notifications.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Api } from '#server/platform/http/api.ts'
import { shapePagination } from '#server/platform/http/shape-pagination.ts'
import { markNotificationsRead, readNotifications } from './service.ts'

export function notificationRoutes({ on }: Api, deps: { db: Db }): void {
  on(api.notifications, async ({ actor, input: { page, perpage } }) => {
    const { items, unread, pagination } = await readNotifications(deps, actor, { page, perPage: perpage })
    return {
      unread,
      pagination: shapePagination(pagination),
      items: items.map(({ createdAt, ...notification }) => ({ ...notification, created_at: createdAt })),
    }
  })

  on(api.readNotifications, ({ actor, input }) => markNotificationsRead(deps, actor, { upTo: input.upto }))
}
