import type { GoodsFlag, GoodsGap } from '#shared/rules/goods/goods-flags.ts'
import type { Tone } from '#web/ui/Tag.tsx'

/** Flag names as shown to buyers. */
export const flagLabels: Record<GoodsFlag, { label: string; tone: Tone }> = {
  hit: { label: 'Хит', tone: 'ok' },
  novelty: { label: 'Новинка', tone: 'info' },
  sale: { label: 'Распродажа', tone: 'warn' },
}

/** `none`: what an empty list of such goods says. */
export const gapTexts: Record<GoodsGap, { label: string; none: string }> = {
  picture: { label: 'Без картинки', none: 'У всех товаров есть картинка' },
  price: { label: 'Без цены', none: 'У всех товаров есть цена' },
  parameters: { label: 'Без характеристик', none: 'У всех товаров есть характеристики' },
  description: { label: 'Без описания', none: 'У всех товаров есть описание' },
}
