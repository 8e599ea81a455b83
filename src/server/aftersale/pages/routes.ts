import * as api from '#shared/api/talk/pages.ts'
import * as staffApi from '#shared/api/staff/pages.ts'
import type { Db } from '#server/platform/db/client.ts'
import { staff } from '#server/platform/http/actor.ts'
import type { Api } from '#server/platform/http/api.ts'
import { listMaterials, listNews, listVersions, type Material } from './queries.ts'
import { sanitise } from './sanitise.ts'
import { getMaterial, hideTopNews, readTopNews, saveMaterial, saveNews } from './service.ts'

/** Pages that staff write [C.30], and news above every page [C.29]. */
export function pageRoutes({ on }: Api, deps: { db: Db }): void {
  on(api.getMaterial, async ({ input }) => {
    const { id, title, html, updatedAt: date } = await getMaterial(deps, input)
    return { id, title, html, date }
  })
  on(api.listMaterials, async () => ({
    items: (await listMaterials(deps.db, { published: true })).map(({ id, title, updatedAt: date }) => ({
      id,
      title,
      date,
    })),
  }))
  on(api.getTopNews, async ({ actor }) => ({
    items: (await readTopNews(deps, actor)).map(({ id, text, link, createdAt: date }) => ({ id, text, link, date })),
  }))
  on(api.hideTopNews, async ({ actor, input }) => {
    await hideTopNews(deps, actor, input)
    return {}
  })
}

export function staffPageRoutes({ on }: Api, deps: { db: Db }): void {
  on(staffApi.staffMaterials, async () => ({
    items: (await listMaterials(deps.db, { published: false })).map(shapeMaterial),
  }))
  on(staffApi.saveMaterial, async ({ actor, input: { id, title, html, published, version } }) => ({
    material: shapeMaterial(await saveMaterial(deps, staff(actor), { id, title, html, published, version })),
  }))
  on(staffApi.previewMaterial, ({ input: { html } }) => ({ html: sanitise(html) }))
  on(staffApi.materialVersions, async ({ input }) => ({
    items: (await listVersions(deps.db, input)).map(({ savedAt: date, savedBy: by, ...text }) => ({
      ...text,
      date,
      by,
    })),
  }))
  on(staffApi.staffTopNews, async () => ({
    items: (await listNews(deps.db)).map(({ createdAt: date, ...news }) => ({ ...news, date })),
  }))
  on(staffApi.saveTopNews, async ({ input: { id, text, link, shown } }) => ({
    id: await saveNews(deps, { id, text, link, shown }),
  }))
}

function shapeMaterial({ updatedAt: date, ...material }: Material) {
  return { ...material, date }
}
