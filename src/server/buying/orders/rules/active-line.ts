import { AppError } from '#server/platform/app-error.ts'

/** The order line at a position; throws for a cancelled one. */
export function getActiveLine<Line extends { cancelled: boolean }>(
  byPosition: ReadonlyMap<number, Line>,
  position: number,
): Line {
  const line = byPosition.get(position)
  if (!line || line.cancelled) throw new AppError('notFound', { fields: { lines: 'Такой строки в заказе нет' } })
  return line
}
