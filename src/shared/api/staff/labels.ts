import * as z from 'zod/mini'
import { itemListEndpoints } from '../item-list.ts'
import { chosen, wireId, wireText } from '../wire.ts'

/**
 * Labels that staff assign to goods and buyers filter by; `count` = labelled goods, `version` is sent back with a
 * change.
 */
const label = z.object({ id: z.number(), header: z.string(), count: z.number(), version: z.string() })
export type GoodsLabel = z.output<typeof label>

const labels = itemListEndpoints({
  path: '/api/staff/labels/',
  right: 'staff.catalogue',
  item: label,
  input: z.object({ id: chosen(wireId), version: z.optional(wireText(40)), header: wireText(60).check(z.trim()) }),
  summary: {
    list: 'Labels of goods, by name',
    save: `Create a label (without id) or rename one. 409 when somebody else has changed it;
      an existing name returns that label`,
    remove: 'Delete a label and remove it from all goods',
  },
})

export const staffLabels = labels.list
export const saveLabel = labels.save
export const deleteLabel = labels.remove
