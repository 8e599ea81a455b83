import * as api from '#shared/api/account/web-push.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Api } from '#server/platform/http/api.ts'
import type { Sessions } from '#server/platform/http/session.ts'
import { readBrowsers, switchBrowserOff, switchBrowserOn } from './service.ts'

export function webPushRoutes({ on }: Api, deps: { db: Db; sessions: Sessions }): void {
  const tokenOf = (request: Parameters<Sessions['tokenOf']>[0]) => deps.sessions.tokenOf(request) ?? ''

  on(api.readWebPush, ({ actor, request }) => readBrowsers(deps, actor, { token: tokenOf(request) }))

  on(api.saveWebPush, ({ actor, input, request }) =>
    switchBrowserOn(deps, actor, { ...input, token: tokenOf(request) }),
  )

  on(api.deleteWebPush, ({ actor, request }) => switchBrowserOff(deps, actor, { token: tokenOf(request) }))
}
