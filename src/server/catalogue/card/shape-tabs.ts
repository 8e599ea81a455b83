import type { ProductCard, TabName } from '#shared/api/catalogue.ts'
import { binds, priceHistory } from '#shared/api/catalogue.ts'
import type { Card } from './card.ts'

type TabEntry = ProductCard['tabs'][string][number]

/** Tabs that have content. Async ones are loaded from `source`. */
export function shapeTabs({ productId, ...content }: Card): ProductCard['tabs'] {
  const syncTab = (type: string): TabEntry => ({
    id: productId,
    async: false,
    data: { type, id: productId, source: '' },
  })
  const asyncTab =
    (type: string, source: string) =>
    ({ id }: { id: number }): TabEntry => ({ id, async: true, data: { type, id: productId, source } })
  const tabs = {
    description: content.description.trim() === '' ? [] : [syncTab('description')],
    params: content.params.length === 0 ? [] : [syncTab('params')],
    analogues: content.analogues.map(asyncTab('product', binds.path)),
    related: content.related.map(asyncTab('product', binds.path)),
    documents: content.documents.map(asyncTab('document', binds.path)),
    prices: content.pricedDays < 2 ? [] : [{ id: productId }].map(asyncTab('prices', priceHistory.path)),
  } satisfies Record<TabName, TabEntry[]>
  return Object.fromEntries(Object.entries(tabs).filter(([, entries]) => entries.length > 0))
}
