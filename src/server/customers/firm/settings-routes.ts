import { webManifest } from '#shared/api/files.ts'
import { firm, type FirmLook } from '#shared/api/organisation/firm.ts'
import * as api from '#shared/api/staff/settings.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Api } from '#server/platform/http/api.ts'
import type { Config } from '#server/platform/startup/config.ts'
import type { FileApi } from '#server/platform/http/file-api.ts'
import { readFirmSettings, readLetterHead, saveFirmSettings } from './service.ts'
import { buildWebManifest } from './web-manifest.ts'

/** The manifest follows a change of the name within minutes. */
const manifestSeconds = 300

type Deps = { db: Db; config: Pick<Config, 'mailFrom'>; look: { read: () => Promise<FirmLook> } }

export function settingsRoutes({ on }: Api, { onFile }: FileApi, deps: Deps): void {
  on(firm, async () => ({ firm: await deps.look.read() }))
  on(api.staffSettings, () => readFirmSettings(deps))
  on(api.saveSettings, ({ actor, input: { version, shop, rules = {} } }) => {
    const { from_name: fromName, ...values } = shop
    return saveFirmSettings(deps, actor, { firm: { ...values, fromName }, rules, version })
  })
  onFile(webManifest, async ({ reply }) => {
    const { shop, accent } = await readLetterHead(deps)
    return reply
      .type('application/manifest+json')
      .header('cache-control', `public, max-age=${manifestSeconds}`)
      .send(JSON.stringify(buildWebManifest({ name: shop, accent })))
  })
}
