import { hintText } from './break-texts.ts'
import { useGoodsBreaks } from './use-goods-breaks.ts'

type HintProps = {
  id: number
  /** All goods of the list, whose breaks are read by one call. */
  ids: readonly number[]
}

/** A good's nearest lower price, in a list. */
export function BreakHint({ id, ids }: HintProps) {
  const good = useGoodsBreaks(ids, { enabled: true }).get(id)
  return good && <small className="dim">{hintText(good)}</small>
}
