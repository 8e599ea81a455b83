import type { BindChoice, StoredBind } from './queries-binds.ts'
import type { PictureChoice } from './queries-pictures.ts'

export type Positioned = { id: number; hidden?: boolean | undefined; source?: 'exchange' | 'staff' | undefined }

/** Position after all pictures of 1C, present and future. */
const last = 1_000_000

/**
 * Positions to store for an order chosen by staff. While 1C's pictures keep 1C's order, only staff's own get a
 * position, so that a new picture of 1C's is sorted among 1C's; otherwise all get one and new ones come last.
 */
export function planPictureOrder(
  requested: readonly Positioned[],
  imported: readonly { id: number; position: number }[],
  own: ReadonlySet<number>,
): PictureChoice[] {
  const positions = new Map(imported.map(({ id, position }) => [id, position]))
  const valid = requested.filter(({ id, source }) => source !== 'exchange' || positions.has(id) || own.has(id))
  const shown = valid.filter(({ hidden = false }) => !hidden)
  const hidden = valid.filter((each) => each.hidden === true && positions.has(each.id))
  const inOrder = isAscending(shown.flatMap(({ id }) => positions.get(id) ?? []))
  const lastImported = shown.findLastIndex(({ id }) => positions.has(id))
  let slot = 0
  const choices = shown.flatMap(({ id }, position): PictureChoice[] => {
    const importedPosition = positions.get(id)
    const choice = { pictureId: id, own: own.has(id) || importedPosition === undefined, hidden: false, position }
    slot = importedPosition ?? slot
    if (!inOrder) return [{ ...choice, slot: 0 }]
    if (!choice.own) return []
    return [{ ...choice, slot: lastImported >= 0 && position > lastImported ? last : slot }]
  })
  return [...choices, ...hidden.map(({ id }) => ({ pictureId: id, own: false, hidden: true, slot: 0, position: 0 }))]
}

/**
 * Source and position to store for each linked good in an order chosen by staff. While staff's come first and 1C's
 * follow in 1C's order, only staff's get a position; otherwise all get one and new ones of 1C's come last.
 */
export function planBindOrder(requested: readonly Positioned[], stored: readonly StoredBind[]): BindChoice[] {
  const known = new Map(stored.map((bind) => [bind.id, bind]))
  const imported = (id: number) => known.get(id)?.exchange ?? null
  const isOwn = (id: number) => known.get(id)?.own ?? true
  const valid = requested.filter(({ id, source }) => source !== 'exchange' || known.has(id))
  const shown = valid.filter(({ hidden = false }) => !hidden)
  const hidden = valid.filter((each) => each.hidden === true && imported(each.id) !== null)
  const inOrder = isAscending(shown.map(({ id }) => (isOwn(id) ? -1 : (imported(id) ?? -1))))
  return [
    ...shown.map(({ id }, index) => ({
      id,
      own: isOwn(id),
      hidden: false,
      staffPosition: inOrder && !isOwn(id) ? null : index + 1,
    })),
    ...hidden.map(({ id }) => ({ id, own: false, hidden: true, staffPosition: null })),
  ]
}

function isAscending(numbers: readonly number[]): boolean {
  return numbers.every((number, index) => index === 0 || number >= (numbers[index - 1] ?? number))
}
