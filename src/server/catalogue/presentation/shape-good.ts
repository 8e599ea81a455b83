import { endpointAddress } from '#shared/api/address.ts'
import type { ParsedInputOf } from '#shared/api/endpoint.ts'
import { productDocument } from '#shared/api/files.ts'
import type { saveGood, StaffGood } from '#shared/api/staff/goods.ts'
import { goodsFlags, type GoodsFlag } from '#shared/rules/goods/goods-flags.ts'
import type { GoodInput } from './check-good.ts'
import { shapeDescription, storedDescription } from './descriptions/description.ts'
import type { GoodFacts } from './queries-good.ts'

export function parseGood({
  version,
  tags,
  description,
  documents,
  ...input
}: ParsedInputOf<typeof saveGood>): GoodInput {
  return {
    ...input,
    version,
    staffDescription: description && storedDescription(description),
    labelIds: tags,
    documents: documents.map(({ file, header }) => ({ fileId: file, name: header })),
  }
}

export function shapeGood({
  variantsCount,
  flags,
  description,
  staffDescription,
  documents,
  ...good
}: GoodFacts): StaffGood {
  const toChoice = (staffChoice: boolean | null) => (staffChoice === null ? 'exchange' : staffChoice ? 'yes' : 'no')
  const states = goodsFlags.map((flag) => [
    flag,
    { choice: toChoice(flags[flag].staffFlag), exchange: flags[flag].exchange, shown: flags[flag].shown },
  ])
  return {
    ...good,
    variants_count: variantsCount,
    description: shapeDescription({ description, staffDescription }),
    flags: Object.fromEntries(states) as Record<GoodsFlag, StaffGood['flags'][GoodsFlag]>,
    documents: documents.map((document) => ({
      ...document,
      link: endpointAddress(productDocument, { id: document.id }),
    })),
  }
}
