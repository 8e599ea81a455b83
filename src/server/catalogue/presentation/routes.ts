import * as categories from '#shared/api/staff/categories.ts'
import * as goods from '#shared/api/staff/goods.ts'
import * as labels from '#shared/api/staff/labels.ts'
import * as parameters from '#shared/api/staff/parameters.ts'
import * as pictures from '#shared/api/staff/pictures.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Api } from '#server/platform/http/api.ts'
import { shapePagination } from '#server/platform/http/shape-pagination.ts'
import { addUploadedPictures, matchNames } from './bulk-pictures/bulk-pictures.ts'
import { saveCategory, listStaffCategories, getStaffCategory } from './categories/categories.ts'
import { saveGoodChanges, getStaffGood } from './good.ts'
import { listStaffGoods, saveGoodsMarks } from './goods.ts'
import { deleteLabel, saveLabelChanges, listStaffLabels } from './labels.ts'
import {
  resetParameterOrder,
  listStaffParameters,
  moveParameterBefore,
  renameParameter,
  setVisibility,
} from './parameters.ts'
import { countGaps } from './queries-gaps.ts'
import { parseGood, shapeGood } from './shape-good.ts'

export function presentationRoutes({ on }: Api, deps: { db: Db }): void {
  on(goods.staffGoods, async ({ input }) => {
    const { query = '', gap, flag, tag, state, page, perpage: perPage } = input
    const found = await listStaffGoods(deps, { query, gap, flag, tag, state, page, perPage })
    return { items: found.items, pagination: shapePagination(found.pagination) }
  })
  on(goods.countGoodsGaps, async () => ({ counts: await countGaps(deps.db) }))
  on(goods.staffGood, async ({ input }) => ({ good: shapeGood(await getStaffGood(deps, input)) }))
  on(goods.saveGood, async ({ input }) => ({
    good: shapeGood(await saveGoodChanges(deps, parseGood(input))),
  }))
  on(goods.markGoods, ({ input: { ids, flags = {}, give = [], take = [] } }) =>
    saveGoodsMarks(deps, { productIds: ids, flags, addedLabels: give, removedLabels: take }),
  )

  on(pictures.matchPictureNames, async ({ input: { names } }) => ({ items: await matchNames(deps, names) }))
  on(pictures.addPictures, ({ input: { goods: additions, first } }) =>
    addUploadedPictures(deps, { goods: additions, first }),
  )

  on(labels.staffLabels, () => listStaffLabels(deps))
  on(labels.saveLabel, ({ input }) => saveLabelChanges(deps, input))
  on(labels.deleteLabel, ({ input }) => deleteLabel(deps, input))

  on(categories.staffCategories, () => listStaffCategories(deps))
  on(categories.staffCategory, ({ input }) => getStaffCategory(deps, input))
  on(categories.saveCategory, ({ actor, input: { id, version, shown: source, text, picture } }) =>
    saveCategory(deps, actor, { id, version, source, text, picture }),
  )

  on(parameters.staffParameters, () => listStaffParameters(deps))
  on(parameters.saveParameter, ({ actor, input: { id, header: name, unit } }) =>
    renameParameter(deps, actor, { id, name, unit }),
  )
  on(parameters.showParameters, ({ actor, input: { ids, filter, card } }) =>
    setVisibility(deps, actor, { ids, filter, card }),
  )
  on(parameters.moveParameter, ({ actor, input: { id, before = null } }) =>
    moveParameterBefore(deps, actor, { id, before }),
  )
  on(parameters.resetParameterOrder, ({ actor }) => resetParameterOrder(deps, actor))
}
