import type { fileClaim } from '#shared/api/claims.ts'
import type { ParsedInputOf } from '#shared/api/endpoint.ts'
import { claimTypeOf } from '#shared/rules/aftersale/claims.ts'
import { milli } from '#shared/rules/money.ts'
import type { ClaimInput } from './filing.ts'

type Reclamation = ParsedInputOf<typeof fileClaim>['reclamation']

export function parseClaim({ orderCode1c, key = '', products, others = [], ...grounds }: Reclamation): ClaimInput {
  return {
    order: orderCode1c,
    key,
    ...parseGrounds(grounds),
    products: products.map(parseLine),
    others: others.map(parseLine),
  }
}

function parseLine({ id, qty, ...grounds }: Reclamation['products'][number]) {
  return { productId: id, quantityMilli: milli(qty), ...parseGrounds(grounds) }
}

function parseGrounds({
  type,
  wish: remedy,
  description,
}: Partial<Pick<Reclamation, 'type' | 'wish' | 'description'>>) {
  return {
    ...(type === undefined ? {} : { type: claimTypeOf(type) ?? null }),
    remedy,
    text: description ?? '',
  }
}
