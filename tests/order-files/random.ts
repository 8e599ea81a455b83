import { randomFor, type Random } from '#server/doors/demo/random.ts'

export { randomFor, type Random }

/** One of the names, chosen by weight. */
export function weighted<Name extends string>(random: Random, weights: Readonly<Record<Name, number>>): Name {
  const entries = Object.entries(weights) as [Name, number][]
  let left = random.next() * entries.reduce((sum, [, weight]) => sum + weight, 0)
  for (const [name, weight] of entries) {
    left -= weight
    if (left < 0) return name
  }
  return random.pick(entries)[0]
}

export function shuffled<Item>(random: Random, items: readonly Item[]): Item[] {
  const mixed = [...items]
  for (let last = mixed.length - 1; last > 0; last -= 1) {
    const other = random.integer(0, last)
    const [a, b] = [mixed[last], mixed[other]]
    if (a === undefined || b === undefined) continue
    mixed[last] = b
    mixed[other] = a
  }
  return mixed
}

/** That many distinct items, in the order of the list. */
export function sample<Item>(random: Random, items: readonly Item[], count: number): Item[] {
  const chosen = new Set<number>()
  while (chosen.size < Math.min(count, items.length)) chosen.add(random.integer(0, items.length - 1))
  return items.filter((_, index) => chosen.has(index))
}
