import * as api from '#shared/api/staff/settings.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Api } from '#server/platform/http/api.ts'
import { saveShopSettings, readSettings } from './shop.ts'

export function settingsRoutes({ on }: Api, deps: { db: Db }): void {
  on(api.staffSettings, () => readSettings(deps))
  on(api.saveSettings, ({ actor, input }) => saveShopSettings(deps, actor, input))
}
