import type { GoodsFlag } from '#shared/api/staff/goods.ts'
import type { Tone } from '#web/ui/Tag.tsx'

/** Flag names as shown to buyers. */
export const flagLabels: Record<GoodsFlag, { label: string; tone: Tone }> = {
  hit: { label: 'Хит', tone: 'ok' },
  novelty: { label: 'Новинка', tone: 'info' },
  sale: { label: 'Распродажа', tone: 'warn' },
}
