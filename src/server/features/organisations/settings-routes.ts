import * as api from '#shared/api/staff-settings.ts'
import type { Db } from '#server/db/client.ts'
import type { Api } from '#server/http/api.ts'
import { keepSettings, readSettings } from './shop.ts'

export function settingsRoutes({ on }: Api, deps: { db: Db }): void {
  on(api.staffSettings, () => readSettings(deps))
  on(api.saveSettings, ({ actor, input }) => keepSettings(deps, actor, input))
}
