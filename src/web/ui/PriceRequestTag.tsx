import type { PriceRequest } from '#shared/api/price-lists.ts'
import { Tag, type Tone } from './Tag.tsx'

const tones: Partial<Record<PriceRequest['state'], Tone>> = { done: 'ok', refused: 'bad' }

export function PriceRequestTag({ state, status }: Pick<PriceRequest, 'state' | 'status'>) {
  const tone = tones[state]
  return <Tag {...(tone ? { tone } : {})}>{status}</Tag>
}
