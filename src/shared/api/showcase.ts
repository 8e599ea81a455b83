import * as z from 'zod/mini'
import { productRow } from './catalogue.ts'
import { endpoint } from './endpoint.ts'
import { goodsList, goodsPage } from './lists.ts'
import { chosen, nothing, success, wireId } from './wire.ts'

export const hitGoods = endpoint({
  verb: 'GET',
  path: '/api/hitGoods/',
  right: 'catalogue.view',
  summary: 'Hits sold under the contract',
  input: z.object(goodsPage),
  reply: goodsList,
})
export const noveltyGoods = endpoint({
  verb: 'GET',
  path: '/api/noveltyGoods/',
  right: 'catalogue.view',
  summary: 'Novelties sold under the contract',
  input: z.object(goodsPage),
  reply: goodsList,
})
export const sales = endpoint({
  verb: 'POST',
  path: '/api/sales/',
  right: 'catalogue.view',
  summary: 'Goods on sale under the contract',
  input: z.object(goodsPage),
  reply: goodsList,
})

const offer = z.object({
  id: z.number(),
  title: z.string(),
  text: z.string(),
  /** dd.mm.yyyy, both days included. */
  starts: z.string(),
  ends: z.string(),
})

export type SpecialOffer = z.output<typeof offer>

/** Goods of today's special offers for the contract's price type; each good once. */
export const specGoods = endpoint({
  verb: 'POST',
  path: '/api/specGoods/',
  right: 'catalogue.view',
  summary: 'Goods of the running special offers',
  input: z.object({ ...goodsPage, catalog: chosen(wireId), offer: chosen(wireId) }),
  reply: z.extend(goodsList, {
    goods: z.array(z.extend(productRow, { offer: z.nullable(z.number()) })),
    offers: z.array(offer),
  }),
})

export const banners = endpoint({
  verb: 'GET',
  path: '/api/banners/',
  right: 'catalogue.view',
  summary: 'Banners of today, in order',
  input: nothing,
  reply: z.object({
    ...success,
    banners: z.array(
      z.object({
        id: z.number(),
        title: z.string(),
        text: z.string(),
        link: z.string(),
        picture: z.number(),
        picturetype: z.string(),
      }),
    ),
  }),
})
