import type { ReactNode } from 'react'
import type { GoodsOption } from './GoodsOptions.tsx'

/** Renders goods matching the typed text; the input field moves through them. */
export type GoodsFinder = (props: {
  id: string
  typed: string
  /** Index of the highlighted one; -1 is none. */
  active: number
  /** The shown goods, in order; undefined while those of an earlier text are still shown. */
  onFound: (goods: readonly GoodsOption[] | undefined) => void
  onChoose: (goods: GoodsOption) => void
  onPoint: (index: number) => void
}) => ReactNode
