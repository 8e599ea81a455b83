import { useState } from 'react'
import { findSuccessor, targetOf, type MoveTo, type ParameterList } from './arrange.ts'
import { useMoveParameter } from './use-parameters.ts'

/** Moves a parameter within the list filtered by `shown`; the focus follows, and the new position is announced. */
export function useMove(shown: ParameterList) {
  const moveParameter = useMoveParameter()
  const [announcement, setAnnouncement] = useState('')

  async function move(id: number, to: MoveTo) {
    const { activeElement } = document
    const items = await moveParameter(id, (all) => {
      const target = targetOf(all, shown, id, to)
      return target === undefined ? undefined : findSuccessor(all, id, target)
    })
    if (items === undefined) return
    const index = items.findIndex((each) => each.id === id)
    setAnnouncement(`${items[index]?.header}: место ${index + 1} из ${items.length}`)
    // A row rendered at another position loses the focus.
    setTimeout(() => activeElement instanceof HTMLElement && activeElement.focus())
  }
  return { move, announcement }
}
