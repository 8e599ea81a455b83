import * as api from '#shared/api/notifications.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Api } from '#server/platform/http/api.ts'
import { markNotificationsRead, readNotifications } from './service.ts'

export function notificationRoutes({ on }: Api, deps: { db: Db }): void {
  on(api.notifications, async ({ actor, input }) => {
    const { items, ...figures } = await readNotifications(deps, actor, input)
    return { ...figures, items: items.map(({ createdAt, ...told }) => ({ ...told, created_at: createdAt })) }
  })

  on(api.readNotifications, ({ actor, input }) => markNotificationsRead(deps, actor, { upTo: input.upto }))
}
