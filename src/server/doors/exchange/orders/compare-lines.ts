import type { CurrentLine } from './match-lines.ts'

export function sameLine(line: CurrentLine, before: CurrentLine | undefined): boolean {
  return before !== undefined && compared.every((key) => line[key] === before[key])
}

const compared = ['quantityMilli', 'priceKopecks', 'sumKopecks', 'cancelled', 'shippedMilli', 'reservedMilli'] as const

/** Summary for the order's history of what 1C changed in its lines; '' if nothing. */
export function describeChanges(current: CurrentLine[], lines: CurrentLine[], added: number): string {
  const before = new Map(current.map((line) => [line.position, line]))
  const count = (changed: (line: CurrentLine, old: CurrentLine) => boolean) =>
    lines.filter((line) => {
      const old = before.get(line.position)
      return old !== undefined && changed(line, old)
    }).length
  const parts = [
    ['удалено', count((line, old) => line.cancelled && !old.cancelled)],
    ['возвращено', count((line, old) => !line.cancelled && old.cancelled)],
    [
      'изменено количество',
      count((line, old) => !line.cancelled && !old.cancelled && line.quantityMilli !== old.quantityMilli),
    ],
    [
      'изменена цена',
      count(
        (line, old) =>
          !line.cancelled && line.quantityMilli === old.quantityMilli && line.sumKopecks !== old.sumKopecks,
      ),
    ],
    ['добавлено', added],
  ] as const
  const summaries = parts.filter(([, number]) => number > 0).map(([what, number]) => `${what} — ${number}`)
  return summaries.length === 0 ? '' : `Строки заказа: ${summaries.join(', ')}`
}
