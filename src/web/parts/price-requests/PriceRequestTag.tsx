import type { PriceRequest } from '#shared/api/price-lists.ts'
import { Tag, type Tone } from '#web/ui/Tag.tsx'

const tones: Record<PriceRequest['state'], Tone> = { new: 'info', done: 'ok', refused: 'bad' }

export function PriceRequestTag({ state, status }: Pick<PriceRequest, 'state' | 'status'>) {
  return <Tag tone={tones[state]}>{status}</Tag>
}
