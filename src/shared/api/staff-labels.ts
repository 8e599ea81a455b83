import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { chosen, nothing, success, wireId, wireText } from './wire.ts'

/** Labels that staff give to goods and buyers filter by; `count` = goods that bear it, `version` goes back with a change. */
const label = z.object({ id: z.number(), header: z.string(), count: z.number(), version: z.string() })
export type GoodsLabel = z.output<typeof label>
const list = z.object({ ...success, items: z.array(label) })

export const staffLabels = endpoint({ verb: 'GET', path: '/api/staff/labels/', right: 'staff.catalogue', summary: 'Labels of goods, by name', input: nothing, reply: list })

export const saveLabel = endpoint({
  verb: 'POST',
  path: '/api/staff/labels/',
  method: 'save',
  right: 'staff.catalogue',
  summary: 'Make a label (without id) or give one another name. 409 when somebody else has changed it; one that is called so already is that one',
  input: z.object({ id: chosen(wireId), version: z.optional(wireText(40)), header: wireText(60).check(z.trim()) }),
  reply: z.extend(list, { id: z.number() }),
})

export const deleteLabel = endpoint({
  verb: 'POST',
  path: '/api/staff/labels/',
  method: 'delete',
  right: 'staff.catalogue',
  summary: 'Delete a label; all goods lose it',
  input: z.object({ id: wireId }),
  reply: list,
})
