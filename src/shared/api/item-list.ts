/**
 * Calls common to all short lists that staff edit: read whole, saved and deleted one by one; each change answers with
 * the list.
 */
import * as z from 'zod/mini'
import type { Right } from '../rights.ts'
import { endpoint } from './endpoint.ts'
import { nothing, success, wireId } from './wire.ts'

type ItemList<Item extends z.ZodMiniType, Input extends z.ZodMiniType> = {
  path: `/api/staff/${string}/`
  right: Right
  item: Item
  /** Without an id a new item is created. */
  input: Input
  summary: { list: string; save: string; remove: string }
}

export function itemListEndpoints<Item extends z.ZodMiniType, Input extends z.ZodMiniType>({
  path,
  right,
  item,
  input,
  summary,
}: ItemList<Item, Input>) {
  const list = z.object({ ...success, items: z.array(item) })
  return {
    list: endpoint({ verb: 'GET', path, right, summary: summary.list, input: nothing, reply: list }),
    save: endpoint({
      verb: 'POST',
      path,
      method: 'save',
      right,
      summary: summary.save,
      input,
      reply: z.extend(list, { id: z.number() }),
    }),
    remove: endpoint({
      verb: 'POST',
      path,
      method: 'delete',
      right,
      summary: summary.remove,
      input: z.object({ id: wireId }),
      reply: list,
    }),
  }
}
