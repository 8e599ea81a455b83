import { readNoticeSettings, saveMailPace, saveNoticeSetting } from '#shared/api/account/notice-settings.ts'
import * as api from '#shared/api/notifications.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Api } from '#server/platform/http/api.ts'
import { shapePagination } from '#server/platform/http/shape-pagination.ts'
import { setMailPace, readOwnNotices, setNoticeEnabled, type OwnNotices } from './settings.ts'
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

  on(readNoticeSettings, async ({ actor }) => shapeOwnNotices(await readOwnNotices(deps, actor)))

  on(saveNoticeSetting, async ({ actor, input }) => shapeOwnNotices(await setNoticeEnabled(deps, actor, input)))

  on(saveMailPace, async ({ actor, input: { pace } }) =>
    shapeOwnNotices(await setMailPace(deps, actor, { pace, now: new Date() })),
  )

  on(api.readNotifications, ({ actor, input }) => markNotificationsRead(deps, actor, { upTo: input.upto }))
}

function shapeOwnNotices({ settings, ...rest }: OwnNotices) {
  return {
    ...rest,
    items: settings.map(({ id, kind, header, channel, enabled, fixed }) => ({
      id,
      event: kind,
      header,
      value: channel,
      enabled,
      fixed,
    })),
  }
}
