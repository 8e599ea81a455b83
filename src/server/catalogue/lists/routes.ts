import * as api from '#shared/api/lists.ts'
import type { ParsedInputOf } from '#shared/api/endpoint.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Catalogue } from '#server/catalogue/search/open.ts'
import type { Api } from '#server/platform/http/api.ts'
import { shapeGoodsPage } from '#server/catalogue/search/shape.ts'
import { listFavourites, listNeeds, type PersonalPage } from './read.ts'
import { deleteList, listNamed, removeMany, saveList, setMarks, unsetMark } from './service.ts'
import { removeWatchFor, addWatchFor, listWatched } from './watches.ts'

export function listRoutes({ on }: Api, deps: { db: Db; catalogue: Catalogue }): void {
  on(api.addFavorite, async ({ actor, input }) => {
    await setMarks(deps, actor, { mark: 'favourite', ids: [input.id], listId: input.list })
    return { inwish: true }
  })
  on(api.removeFavorite, async ({ actor, input }) => {
    await unsetMark(deps, actor, { mark: 'favourite', id: input.id })
    return { inwish: false }
  })
  on(api.setNeed, async ({ actor, input }) => {
    await setMarks(deps, actor, { mark: 'need', ids: [input.id] })
    return { inneed: true }
  })
  on(api.unsetNeed, async ({ actor, input }) => {
    await unsetMark(deps, actor, { mark: 'need', id: input.id })
    return { inneed: false }
  })

  on(api.favorites, async ({ actor, input }) => {
    const { lists, ...list } = await listFavourites(deps, actor, { ...personalInput(input), listId: input.list })
    return { ...shapePersonal(list), lists }
  })
  on(api.addFavorites, async ({ actor, input }) => ({
    added: await setMarks(deps, actor, { mark: 'favourite', ...input }),
  }))
  on(api.deleteFavorites, ({ actor, input: { ids, list } }) =>
    removeMany(deps, actor, { mark: 'favourite', ids, listId: list }),
  )
  on(api.needs, async ({ actor, input }) => shapePersonal(await listNeeds(deps, actor, personalInput(input))))
  on(api.addNeeds, async ({ actor, input }) => ({ added: await setMarks(deps, actor, { mark: 'need', ...input }) }))
  on(api.deleteNeeds, async ({ actor, input: { ids } }) => ({
    removed: (await removeMany(deps, actor, { mark: 'need', ids })).removed,
  }))

  on(api.favoriteLists, async ({ actor }) => ({ lists: await listNamed(deps, actor) }))
  on(api.saveFavoriteList, ({ actor, input }) => saveList(deps, actor, { listId: input.id, name: input.header }))
  on(api.deleteFavoriteList, async ({ actor, input }) => ({
    lists: await deleteList(deps, actor, { listId: input.id }),
  }))
  on(api.fillFavoriteList, async ({ actor, input }) => {
    await setMarks(deps, actor, { mark: 'favourite', ids: input.ids, listId: input.id })
    return { lists: await listNamed(deps, actor) }
  })

  on(api.setWatch, async ({ actor, input }) => {
    await addWatchFor(deps, actor, input)
    return { inwatch: true }
  })
  on(api.unsetWatch, async ({ actor, input }) => {
    await removeWatchFor(deps, actor, input)
    return { inwatch: false }
  })
  on(api.watches, async ({ actor, input }) => ({ ids: await listWatched(deps, actor, input) }))
}

function personalInput({ contract, page, perpage, allGone }: ParsedInputOf<typeof api.needs>) {
  return { contractId: contract, page, perPage: perpage, allUnavailable: allGone }
}

function shapePersonal({ page, unavailable, unavailableCount }: PersonalPage): Omit<api.PersonalList, 'status'> {
  return { ...shapeGoodsPage(page), gone: unavailable, goneCount: unavailableCount }
}
