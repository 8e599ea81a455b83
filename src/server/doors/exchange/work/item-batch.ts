import type { Item } from '../parse/items.ts'
import { mergeGoods } from '../plan/merge-goods.ts'

const maxItems = 500
/** Approximate text of a batch, because one record may be long. */
const maxCharacters = 4_000_000

/** An item with the number of records merged into it. */
export type CountedItem = { item: Item; records: number }

/** Items for one transaction, no Ид twice. Records of one good are merged; of other items the last counts. */
export class Batch {
  readonly items: CountedItem[] = []
  readonly #byKey = new Map<string, CountedItem>()
  #characters = 0

  takes(item: Item): boolean {
    if (this.#characters > 0 && this.#characters + sizeOf(item) > maxCharacters) return false
    const before = this.#byKey.get(keyOf(item) ?? '')
    return before === undefined ? this.items.length < maxItems : item.kind === 'good'
  }

  add(item: Item): void {
    const key = keyOf(item)
    const before = this.#byKey.get(key ?? '')
    this.#characters += sizeOf(item)
    if (before?.item.kind === 'good' && item.kind === 'good') {
      before.item = mergeGoods(before.item, item)
      before.records += 1
      return
    }
    const counted = { item, records: 1 }
    this.items.push(counted)
    if (key !== undefined) this.#byKey.set(key, counted)
  }
}

export function countRecords(items: CountedItem[]): number {
  return items.reduce((sum, { records }) => sum + records, 0)
}

/** Records of a good may be scattered; if any were merged, progress counts only with the last item of the batch. */
export function splitBatch(items: CountedItem[]): CountedItem[][] {
  const last = items.length - 1
  const merged = items.some(({ records }) => records !== 1)
  const counted = merged
    ? items.map(({ item }, at) => ({ item, records: at === last ? countRecords(items) : 0 }))
    : items
  const middle = items.length >> 1
  return [counted.slice(0, middle), counted.slice(middle)]
}

function keyOf(item: Item): string | undefined {
  if (item.kind === 'catalogue' || item.kind === 'reject') return undefined
  return `${item.kind} ${item.code}`
}

/** Characters of all texts in an item, plus an overhead per part. */
function sizeOf(part: unknown): number {
  if (typeof part === 'string') return part.length + 20
  if (Array.isArray(part)) return part.reduce((sum: number, each) => sum + sizeOf(each), 20)
  if (typeof part !== 'object' || part === null) return 10
  let size = 20
  for (const each of Object.values(part)) size += sizeOf(each)
  return size
}
