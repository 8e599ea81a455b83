/** Sorts entries by the given order of ids; the others follow unchanged. */
export function sortById<Value>(
  byId: ReadonlyMap<number, Value>,
  order: readonly number[] | null | undefined,
): Map<number, Value> {
  const positions = new Map(order?.toReversed().map((id, index) => [id, -index]))
  return new Map([...byId].toSorted(([one], [other]) => (positions.get(one) ?? 1) - (positions.get(other) ?? 1)))
}
