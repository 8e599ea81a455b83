import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as api from '#shared/api/basket.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { basketLine } from '#tests/support/basket-line.ts'
import { createWorld, signedIn } from '#tests/support/fixtures.ts'
import { call } from '#web/api/client.ts'
import { totalsOf as totalsOnScreen } from '#web/buyer/basket/lines.ts'
import { fitLines, type LineRequest, type Goods } from './fit-lines.ts'
import { computeTotals } from './totals.ts'

type Line = {
  goods: Goods
  request: LineRequest
  priceKopecks: number
  rrcKopecks: number | null
  vat: string
  weightGrams: number | null
  volumeCm3: number | null
}

const warehouse = fc.record({
  available: fc.integer({ min: -2000, max: 60_000 }),
  packs: fc.oneof(fc.constant(0), fc.nat(12)),
})
const line: fc.Arbitrary<Line> = fc
  .record({
    stepMilli: fc.constantFrom(10, 250, 500, 1000, 2000, 5000, 12_000),
    byHundredths: fc.boolean(),
    warehouses: fc.array(warehouse, { minLength: 1, maxLength: 3 }),
    mode: fc.constantFrom('add' as const, 'set' as const),
    quantityMilli: fc.integer({ min: 1, max: 90_000 }),
    at: fc.option(fc.nat(2), { nil: undefined }),
    priceKopecks: fc.integer({ min: 1, max: 99_999_999 }),
    rrcKopecks: fc.option(fc.integer({ min: 1, max: 99_999_999 })),
    vat: fc.constantFrom('general', '10', '0', 'none', '5', '7'),
    weightGrams: fc.option(fc.nat(50_000)),
    volumeCm3: fc.option(fc.nat(900_000)),
  })
  .map(({ stepMilli, byHundredths, warehouses, mode, quantityMilli, at, ...rest }) => {
    const decimals = byHundredths ? 2 : 0
    const goods: Goods = {
      productId: 1,
      parentId: null,
      unit: 'шт',
      stepMilli,
      decimals,
      sold: true,
      hasVariants: false,
      listKopecks: 10_000,
      priceKopecks: rest.priceKopecks,
      warehouses: warehouses.map(({ available, packs }, index) => ({
        warehouseId: index + 1,
        availableMilli: available,
        quantityMilli: packs * pack({ stepMilli, decimals }),
      })),
    }
    const warehouseId = at === undefined ? undefined : (at % warehouses.length) + 1
    return { goods, request: { productId: 1, warehouseId, quantityMilli, mode }, ...rest }
  })

test('[V.6] quantities and totals of 5,000 random baskets equal an independent calculation', () => {
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 6 }), (lines) => {
      const ordered = lines.flatMap((each) => {
        const outcome = fitLines(
          each.request,
          each.goods,
          each.goods.warehouses.map(({ warehouseId }) => warehouseId),
        )
        const counted = expectedQuantities(each)
        if ('refused' in outcome) {
          expect(counted).toBe('refused')
          return []
        }
        const held = new Map(
          each.goods.warehouses.map(({ warehouseId, quantityMilli }) => [warehouseId, quantityMilli]),
        )
        for (const { warehouseId, quantityMilli } of outcome.lines) held.set(warehouseId, quantityMilli)
        expect(Object.fromEntries(held)).toEqual(counted)
        return [...held.values()]
          .filter((quantityMilli) => quantityMilli > 0)
          .map((quantityMilli) => ({ ...each, quantityMilli }))
      })
      agree(ordered)
    }),
    { numRuns: 5000 },
  )
})

type Ordered = Omit<Line, 'goods' | 'request'> & { quantityMilli: number }

function agree(ordered: Ordered[]): void {
  const terms = { freeDeliveryKopecks: 10_000_000, minOrderKopecks: null }
  const server = computeTotals(
    ordered.map((each) => ({ ...each, sold: true })),
    { basket: terms, today: '2026-11-21', pricesShown: true },
  )
  const onScreen = totalsOnScreen(
    ordered.map(({ quantityMilli, priceKopecks, rrcKopecks, vat }) =>
      basketLine({
        qnt: quantityMilli / 1000,
        price: priceKopecks / 100,
        price_rrc: rrcKopecks === null ? null : rrcKopecks / 100,
        vat: percent(vat),
      }),
    ),
  )
  const sums = ordered.map((each) => halfUp(BigInt(each.priceKopecks) * BigInt(each.quantityMilli), 1000n))
  const sum = added(sums)
  const vat = added(
    ordered.map((each, index) =>
      halfUp((sums[index] ?? 0n) * BigInt(percent(each.vat) ?? 0), BigInt(100 + (percent(each.vat) ?? 0))),
    ),
  )
  const recommended = ordered.flatMap((each, index) =>
    each.rrcKopecks === null
      ? []
      : [halfUp(BigInt(each.rrcKopecks) * BigInt(each.quantityMilli), 1000n) - (sums[index] ?? 0n)],
  )
  const marginKopecks = recommended.length === 0 ? null : Number(added(recommended))
  const missing = 10_000_000n - sum
  expect(server).toMatchObject({
    vatKopecks: Number(vat),
    marginKopecks,
    toFreeDeliveryKopecks: Number(missing > 0n ? missing : 0n),
    weightGrams: Number(
      added(ordered.map((each) => halfUp(BigInt(each.weightGrams ?? 0) * BigInt(each.quantityMilli), 1000n))),
    ),
    volumeCm3: Number(
      added(ordered.map((each) => halfUp(BigInt(each.volumeCm3 ?? 0) * BigInt(each.quantityMilli), 1000n))),
    ),
  })
  const margin = marginKopecks === null ? null : marginKopecks / 100
  expect(onScreen).toMatchObject({ sum: Number(sum) / 100, vat: Number(vat) / 100, margin })
}

/** Takes pack after pack from the first warehouse with stock; a set quantity starts from zero. */
function expectedQuantities({ goods, request }: Line): Record<number, number> | 'refused' {
  const size = pack(goods)
  const requested =
    goods.decimals === 2 ? Number(halfUp(BigInt(request.quantityMilli), 10n)) : Math.ceil(request.quantityMilli / size)
  const reached = goods.warehouses.filter(
    ({ warehouseId }) => request.warehouseId === undefined || request.warehouseId === warehouseId,
  )
  const held = new Map(
    goods.warehouses.map(({ warehouseId, quantityMilli }) => [
      warehouseId,
      request.mode === 'set' && reached.some((each) => each.warehouseId === warehouseId) ? 0 : quantityMilli,
    ]),
  )
  let taken = 0
  for (let left = Math.max(1, requested); left > 0; left -= 1) {
    const next = reached.find(
      ({ warehouseId, availableMilli }) => (held.get(warehouseId) ?? 0) + size <= availableMilli,
    )
    if (!next) break
    held.set(next.warehouseId, (held.get(next.warehouseId) ?? 0) + size)
    taken += 1
  }
  const any = reached.some(({ availableMilli }) => size <= availableMilli)
  return taken === 0 && !(request.mode === 'add' && any) ? 'refused' : Object.fromEntries(held)
}

/** The smallest quantity that can be ordered: a step, or 0.01 of goods by kg. */
function pack({ stepMilli, decimals }: Pick<Goods, 'stepMilli' | 'decimals'>): number {
  return decimals === 2 ? 10 : stepMilli
}

function halfUp(numerator: bigint, denominator: bigint): bigint {
  const whole = numerator / denominator
  return (numerator - whole * denominator) * 2n >= denominator ? whole + 1n : whole
}

function added(numbers: bigint[]): bigint {
  return numbers.reduce((sum, each) => sum + each, 0n)
}

function percent(vat: string): number | null {
  if (vat === 'none') return null
  return vat === 'general' ? 22 : Number(vat)
}

let portal: TestApp
beforeAll(async () => {
  portal = await startTestApp()
})
afterAll(() => portal.close())

test('totals from SQL equal those computed from the lines, and the reply to a change equals the page', async () => {
  const world = await createWorld(portal.db, { products: [] })
  const buyer = await signedIn(portal, world.ownerId)
  const inputs = fc.sample(
    fc.record({
      price: fc.integer({ min: 1, max: 9_999_999 }),
      step: fc.constantFrom(0.25, 1, 5, 12),
      vat: fc.constantFrom('general', '10', 'none'),
    }),
    { numRuns: 300, seed: 7 },
  )
  const ids = await world.addProducts(
    inputs.map((item) => ({ ...item, stock: [1000], weightGrams: 137, volumeCm3: 411 })),
  )
  const { stats } = await call(
    api.processProductSet,
    { products: Object.fromEntries(ids.map((id, index) => [id, 0.25 + (index % 40)])) },
    buyer,
  )
  const basket = await call(api.getBasketData, {}, buyer)
  const onScreen = totalsOnScreen(basket.lines)
  expect(basket).toMatchObject(stats)
  expect(basket.sum).toBe(onScreen.sum)
  expect(basket.totals).toMatchObject({ vat: onScreen.vat, margin: null })
  expect(basket.lines).toHaveLength(300)
  expect(Math.abs(basket.totals.weight - onScreen.weight)).toBeLessThan(0.16)
})
