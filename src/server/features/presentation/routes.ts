import * as categories from '#shared/api/staff-categories.ts'
import * as goods from '#shared/api/staff-goods.ts'
import * as labels from '#shared/api/staff-labels.ts'
import * as parameters from '#shared/api/staff-parameters.ts'
import type { Db } from '#server/db/client.ts'
import type { Api } from '#server/http/api.ts'
import { keepDescription, listStaffCategories, openCategory } from './categories.ts'
import { keepGood, openGood } from './good.ts'
import { listStaffGoods, markAll } from './goods.ts'
import { dropLabel, keepLabel, listStaffLabels } from './labels.ts'
import { forgetOrder, listStaffParameters, moveOne, renameParameter, showAll } from './parameters.ts'

export function presentationRoutes({ on }: Api, deps: { db: Db }): void {
  on(goods.staffGoods, ({ input }) => listStaffGoods(deps, input))
  on(goods.staffGood, ({ input }) => openGood(deps, input))
  on(goods.saveGood, ({ input }) => keepGood(deps, input))
  on(goods.markGoods, ({ input }) => markAll(deps, input))

  on(labels.staffLabels, () => listStaffLabels(deps))
  on(labels.saveLabel, ({ input }) => keepLabel(deps, input))
  on(labels.deleteLabel, ({ input }) => dropLabel(deps, input))

  on(categories.staffCategories, () => listStaffCategories(deps))
  on(categories.staffCategory, ({ input }) => openCategory(deps, input))
  on(categories.saveCategoryDescription, ({ actor, input }) => keepDescription(deps, actor, input))

  on(parameters.staffParameters, () => listStaffParameters(deps))
  on(parameters.saveParameter, ({ actor, input }) => renameParameter(deps, actor, input))
  on(parameters.showParameters, ({ actor, input }) => showAll(deps, actor, input))
  on(parameters.moveParameter, ({ actor, input }) => moveOne(deps, actor, input))
  on(parameters.resetParameterOrder, ({ actor }) => forgetOrder(deps, actor))
}
