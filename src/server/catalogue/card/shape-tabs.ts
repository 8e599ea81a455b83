import type { ProductCard, TabName } from '#shared/api/catalogue.ts'
import { binds, priceHistory } from '#shared/api/catalogue.ts'
import type { Card } from './card.ts'

type TabEntry = ProductCard['tabs'][string][number]

/** Tabs with content; async ones load through `source`. */
export function shapeTabs({ productId, ...content }: Card): ProductCard['tabs'] {
  const here = (type: string): TabEntry => ({ id: productId, async: false, data: { type, id: productId, source: '' } })
  const later =
    (type: string, source: string) =>
    ({ id }: { id: number }): TabEntry => ({ id, async: true, data: { type, id: productId, source } })
  const tabs = {
    description: content.description.trim() === '' ? [] : [here('description')],
    params: content.params.length === 0 ? [] : [here('params')],
    analogues: content.analogues.map(later('product', binds.path)),
    related: content.related.map(later('product', binds.path)),
    documents: content.documents.map(later('document', binds.path)),
    prices: content.pricedDays < 2 ? [] : [{ id: productId }].map(later('prices', priceHistory.path)),
  } satisfies Record<TabName, TabEntry[]>
  return Object.fromEntries(Object.entries(tabs).filter(([, entries]) => entries.length > 0))
}
