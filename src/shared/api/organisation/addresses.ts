import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { chosen, nothing, success, wireFlag, wireId, wireText } from '../wire.ts'

/** [E.8] Where goods of the organisation are delivered. */
const address = z.object({
  id: z.number(),
  full_address: z.string(),
  postindex: z.string(),
  /** Opening hours or access notes for the driver. */
  comment: z.string(),
  /** Preselected at checkout; at most one per organisation. */
  is_main: z.boolean(),
})
export type Address = z.output<typeof address>

const path = '/api/address/:id?'
const one = z.object({ id: wireId })

export const listAddresses = endpoint({
  verb: 'GET',
  path: '/api/address/',
  right: 'basket.view',
  summary: 'Delivery addresses of the organisation, the main one first',
  input: nothing,
  reply: z.object({ ...success, items: z.array(address), count: z.number() }),
})

export const readAddress = endpoint({
  verb: 'GET',
  path: '/api/address/:id',
  right: 'basket.view',
  summary: 'A delivery address of the organisation',
  input: one,
  reply: z.object({ ...success, address }),
})

export const queryAddresses = endpoint({
  verb: 'POST',
  path,
  method: 'query',
  right: 'basket.view',
  summary: 'Address suggestions for typed text: value, data, postal_code',
  input: z.object({ query: wireText(300) }),
  reply: z.object({
    ...success,
    suggestions: z.array(
      z.object({ value: z.string(), postal_code: z.string(), data: z.record(z.string(), z.unknown()) }),
    ),
  }),
})

/** Whoever may place orders may add an address; only the owner changes and deletes. */
export const saveAddress = endpoint({
  verb: 'POST',
  path,
  method: 'save',
  right: 'address.add',
  summary:
    'Add a delivery address (without id), or change one (requires organisation.manage). ' +
    'An equal address is not added twice',
  input: z.object({
    id: chosen(wireId),
    full_address: wireText(300).check(z.trim()),
    postindex: z._default(wireText(6).check(z.trim()), ''),
    comment: z._default(wireText(300).check(z.trim()), ''),
    is_main: z._default(wireFlag, false),
  }),
  reply: z.object({ ...success, address }),
})

export const deleteAddress = endpoint({
  verb: 'POST',
  path,
  method: 'delete',
  right: 'organisation.manage',
  summary: 'Delete a delivery address; old orders keep it. Idempotent',
  input: one,
  reply: z.object({ ...success }),
})
