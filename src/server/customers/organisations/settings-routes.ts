import { webManifest } from '#shared/api/files.ts'
import * as api from '#shared/api/staff/settings.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Api } from '#server/platform/http/api.ts'
import type { FileApi } from '#server/platform/http/file-api.ts'
import { readSettings, readShop, saveShopSettings } from './shop.ts'
import { buildWebManifest } from './web-manifest.ts'

/** The manifest follows a change of the name within minutes. */
const manifestSeconds = 300

export function settingsRoutes({ on }: Api, { onFile }: FileApi, deps: { db: Db }): void {
  on(api.staffSettings, () => readSettings(deps))
  on(api.saveSettings, ({ actor, input: { version, shop } }) =>
    saveShopSettings(deps, actor, { version, name: shop.name, company: shop.company }),
  )
  onFile(webManifest, async ({ reply }) => {
    const { name } = await readShop(deps)
    return reply
      .type('application/manifest+json')
      .header('cache-control', `public, max-age=${manifestSeconds}`)
      .send(JSON.stringify(buildWebManifest(name)))
  })
}
