import * as api from '#shared/api/talk/pages.ts'
import * as staffApi from '#shared/api/staff/pages.ts'
import { staffAudience } from '#shared/api/talk/placement.ts'
import type { Db } from '#server/platform/db/client.ts'
import { staff } from '#server/platform/http/actor.ts'
import type { Api } from '#server/platform/http/api.ts'
import { listPriceTypes } from '#server/customers/organisations/shared-queries-price-types.ts'
import { parsePlacement, shapePlacement } from './shape-placement.ts'
import { listMaterials, listVersions, type Material } from './queries.ts'
import { listNews, type News } from './queries-news.ts'
import { listOrganisationsFor } from './queries-placement.ts'
import { sanitise } from './sanitise.ts'
import { getMaterial, hideTopNews, listVisibleMaterials, readTopNews, saveMaterial, saveNews } from './service.ts'

/** Pages that staff write [C.30], and news above every page [C.29]. */
export function pageRoutes({ on }: Api, deps: { db: Db }): void {
  on(api.getMaterial, async ({ actor, input }) => {
    const { id, title, html, updatedAt: date } = await getMaterial(deps, actor, input)
    return { id, title, html, date }
  })
  on(api.listMaterials, async ({ actor }) => ({
    items: (await listVisibleMaterials(deps, actor)).map(({ id, title, updatedAt: date }) => ({
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
    items: (await listMaterials(deps.db)).map(shapeMaterial),
  }))
  on(staffApi.saveMaterial, async ({ actor, input: { id, title, html, published, version, ...placed } }) => {
    const saved = { id, title, html, published, version, placement: parsePlacement(placed) }
    return { material: shapeMaterial(await saveMaterial(deps, staff(actor), saved)) }
  })
  on(staffApi.previewMaterial, ({ input: { html } }) => ({ html: sanitise(html) }))
  on(staffApi.materialVersions, async ({ input }) => ({
    items: (await listVersions(deps.db, input)).map(({ savedAt: date, savedBy: by, ...text }) => ({
      ...text,
      date,
      by,
    })),
  }))
  on(staffApi.staffTopNews, async () => ({
    items: (await listNews(deps.db)).map(shapeNews),
  }))
  on(staffApi.saveTopNews, async ({ input: { id, text, link, shown, ...placed } }) => ({
    id: await saveNews(deps, { id, text, link, shown, placement: parsePlacement(placed) }),
  }))
  on(staffAudience, async ({ input: { query = '' } }) => ({
    price_types: (await listPriceTypes(deps.db)).map(({ id, name: header }) => ({ id, header })),
    organisations: (await listOrganisationsFor(deps.db, { query })).map(({ id, name: header }) => ({ id, header })),
  }))
}

function shapeMaterial(material: Material) {
  const { id, title, html, published, version, updatedAt: date } = material
  return { id, title, html, published, version, date, ...shapePlacement(material, { active: published }) }
}

function shapeNews(news: News) {
  const { id, text, link, shown, createdAt: date, hidden } = news
  return { id, text, link, shown, date, hidden, ...shapePlacement(news, { active: shown }) }
}
