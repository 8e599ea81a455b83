import * as categories from '#shared/api/staff/categories.ts'
import * as goods from '#shared/api/staff/goods.ts'
import * as labels from '#shared/api/staff/labels.ts'
import * as parameters from '#shared/api/staff/parameters.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Api } from '#server/platform/http/api.ts'
import { shapePagination } from '#server/platform/http/shape-pagination.ts'
import { saveDescription, listStaffCategories, getStaffCategory } from './categories.ts'
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

export function presentationRoutes({ on }: Api, deps: { db: Db }): void {
  on(goods.staffGoods, async ({ input }) => {
    const { query = '', without_picture: withoutPicture = false, flag, tag, state, page, perpage: perPage } = input
    const found = await listStaffGoods(deps, { query, withoutPicture, flag, tag, state, page, perPage })
    return { items: found.items, pagination: shapePagination(found.pagination) }
  })
  on(goods.staffGood, ({ input }) => getStaffGood(deps, input))
  on(goods.saveGood, ({ input }) => saveGoodChanges(deps, input))
  on(goods.markGoods, ({ input }) => saveGoodsMarks(deps, input))

  on(labels.staffLabels, () => listStaffLabels(deps))
  on(labels.saveLabel, ({ input }) => saveLabelChanges(deps, input))
  on(labels.deleteLabel, ({ input }) => deleteLabel(deps, input))

  on(categories.staffCategories, () => listStaffCategories(deps))
  on(categories.staffCategory, ({ input }) => getStaffCategory(deps, input))
  on(categories.saveCategoryDescription, ({ actor, input }) => saveDescription(deps, actor, input))

  on(parameters.staffParameters, () => listStaffParameters(deps))
  on(parameters.saveParameter, ({ actor, input }) => renameParameter(deps, actor, input))
  on(parameters.showParameters, ({ actor, input }) => setVisibility(deps, actor, input))
  on(parameters.moveParameter, ({ actor, input }) => moveParameterBefore(deps, actor, input))
  on(parameters.resetParameterOrder, ({ actor }) => resetParameterOrder(deps, actor))
}
