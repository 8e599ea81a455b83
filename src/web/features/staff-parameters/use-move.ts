import { useState } from 'react'
import type { StaffParameter } from '#shared/api/staff-parameters.ts'
import { movedBefore, placeFor } from './arrange.ts'
import { useMoveParameter } from './use-parameters.ts'

/** Puts a parameter into the place of another one; the keyboard's place goes with it, and what has become of it is said. */
export function useMove(all: readonly StaffParameter[]) {
  const { mutate } = useMoveParameter()
  const [announcement, setAnnouncement] = useState('')

  function move(id: number, target: number | undefined) {
    const before = target === undefined ? undefined : placeFor(all, id, target)
    if (before === undefined) return
    const { activeElement } = document
    mutate({ id, before })
    const place = movedBefore(all, id, before).findIndex((each) => each.id === id) + 1
    setAnnouncement(`${all.find((each) => each.id === id)?.header}: место ${place} из ${all.length}`)
    // A row that is put elsewhere loses the focus.
    setTimeout(() => activeElement instanceof HTMLElement && activeElement.focus())
  }
  return { move, announcement }
}
