/** Flags of goods, of 1C or set by staff. */
export const goodsFlags = ['hit', 'novelty', 'sale'] as const
export type GoodsFlag = (typeof goodsFlags)[number]

/**
 * What a good may lack, a work list each. `price`: no price at the price types of the contracts, so that nobody can buy
 * it; `parameters`: none of its own, nor of its variants.
 */
export const goodsGaps = ['picture', 'price', 'parameters', 'description'] as const
export type GoodsGap = (typeof goodsGaps)[number]
