import type { ReactNode } from 'react'
import type { GoodsOption } from './GoodsOptions.tsx'

/** Renders the goods matching the typed text; the input field moves through them. */
export type GoodsFinder = (props: {
  id: string
  typed: string
  /** Place of the marked one, -1: none. */
  active: number
  /** What is shown now, in order. */
  onFound: (goods: readonly GoodsOption[]) => void
  onChoose: (goods: GoodsOption) => void
  onPoint: (place: number) => void
}) => ReactNode
