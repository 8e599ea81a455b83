import { useState } from 'react'
import { placeFor, targetOf, type MoveTo, type ParameterList } from './arrange.ts'
import { useMoveParameter } from './use-parameters.ts'

/**
 * Puts a parameter elsewhere in the list that `shown` narrows; the focus goes with it, and its new place is announced.
 */
export function useMove(shown: ParameterList) {
  const moveParameter = useMoveParameter()
  const [announcement, setAnnouncement] = useState('')

  async function move(id: number, to: MoveTo) {
    const { activeElement } = document
    const items = await moveParameter(id, (all) => {
      const target = targetOf(all, shown, id, to)
      return target === undefined ? undefined : placeFor(all, id, target)
    })
    if (items === undefined) return
    const place = items.findIndex((each) => each.id === id)
    setAnnouncement(`${items[place]?.header}: место ${place + 1} из ${items.length}`)
    // A row that is put elsewhere loses the focus.
    setTimeout(() => activeElement instanceof HTMLElement && activeElement.focus())
  }
  return { move, announcement }
}
