import type { ReactNode } from 'react'
import type { GoodsOption } from './GoodsOptions.tsx'

/** Draws the list of goods that typed characters may mean; the field that they are typed into walks over it. */
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
