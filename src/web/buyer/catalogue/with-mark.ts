/** Marks of an account on a product. */
export type Mark = 'inwish' | 'inneed'

/** Title of a refusal to change them. */
export const markFailureTitles: Record<Mark, string> = {
  inwish: 'Избранное не изменено',
  inneed: 'Потребности не изменены',
}

/**
 * A reply of the catalogue with one product's mark changed wherever it occurs; the same object if it does not occur.
 */
export function withMark<Data>(data: Data, id: number, mark: Mark, marked: boolean): Data {
  return changed(data, id, mark, marked) as Data
}

/** A product row is recognised by its id and the mark's field, so that ids of parameters and brands are left alone. */
function changed(value: unknown, id: number, mark: Mark, marked: boolean): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value))
    return keepIfSame(
      value,
      value.map((each) => changed(each, id, mark, marked)),
    )
  const record = value as Record<string, unknown>
  if (record.id === id && typeof record[mark] === 'boolean')
    return record[mark] === marked ? record : { ...record, [mark]: marked }
  const listsWithRows = Object.keys(record).filter((name) => containsRows.has(name))
  const changes = listsWithRows
    .map((name) => [name, changed(record[name], id, mark, marked)] as const)
    .filter(([name, next]) => next !== record[name])
  return changes.length === 0 ? record : { ...record, ...Object.fromEntries(changes) }
}

/** Properties of replies that contain product rows. */
const containsRows = new Set(['products', 'goods', 'data', 'product'])

function keepIfSame(before: readonly unknown[], after: unknown[]): readonly unknown[] {
  return after.every((each, index) => each === before[index]) ? before : after
}
