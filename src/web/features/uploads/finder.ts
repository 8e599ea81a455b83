import type { ReactNode } from 'react'
import type { GoodsOption } from '#web/ui/goods/GoodsOptions.tsx'

/** The list of goods that typed characters may mean: the catalogue's search, which the route brings in. */
export type Finder = (props: {
  id: string
  typed: string
  active: number
  onFound: (goods: readonly GoodsOption[]) => void
  onChoose: (goods: GoodsOption) => void
  onPoint: (place: number) => void
}) => ReactNode

/** ↑ and ↓ over the places of a list and the field above it (-1), round and round; undefined for other keys. */
export function walked(key: string, active: number, count: number): number | undefined {
  const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0
  return step === 0 ? undefined : ((active + 1 + step + count + 1) % (count + 1)) - 1
}
