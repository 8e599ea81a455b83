import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ByteWriter } from './byte-writer.ts'
import { facetPieces, planParameters, writeFacets } from './render-facets.ts'
import { packStrings } from '../string-pool.ts'

const facet = fc.record({
  header: fc.string({ unit: 'grapheme', maxLength: 12 }),
  count: fc.constantFrom(0, 0, 1, 9, 10, 733, 99_999, 100_000),
  selected: fc.constantFrom(false, false, true),
})
type Facet = { header: string; count: number; selected: boolean }

function columns(facets: readonly Facet[]) {
  return {
    pieces: facetPieces(
      Uint32Array.from(facets, (_, index) => index + 100),
      'header',
      facets.map(({ header }) => header),
      100_000,
    ),
    counts: {
      rows: Uint32Array.from(facets, ({ count }) => count),
      chosen: facets.flatMap(({ selected }, index) => (selected ? [index] : [])).toReversed(),
    },
  }
}

test('the first values with rows or chosen are written with counts; values past the limit only if chosen', () => {
  fc.assert(
    fc.property(fc.array(facet, { maxLength: 40 }), fc.nat(40), fc.nat(40), fc.nat(12), (facets, from, to, limit) => {
      const [first, end] = [Math.min(from, to, facets.length), Math.min(Math.max(from, to), facets.length)]
      const { pieces, counts } = columns(facets)
      const writer = new ByteWriter(16)
      writer.start()
      writer.ascii('[')
      const more = writeFacets(writer, pieces, counts, { from: first, to: end }, limit)
      writer.ascii(']')
      const offered = facets
        .map((each, index) => ({ id: index + 100, ...each }))
        .slice(first, end)
        .filter(({ count, selected }) => count > 0 || selected)
      const carried = offered.filter(({ selected }, index) => index < limit || selected)
      expect(JSON.parse(writer.taken((size) => Buffer.alloc(size)).toString('utf8'))).toEqual(carried)
      expect(more).toBe(carried.length < offered.length)
    }),
    { numRuns: 500 },
  )
})

test('parameters are named while there is room, chosen ones always; values never exceed the space given', () => {
  const parameter = fc.array(facet, { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(fc.array(parameter, { maxLength: 8 }), fc.nat(3000), fc.nat(400), (parameters, values, headers) => {
      const { plans, omittedCount, offered, sizes } = plan(parameters, { values, headers })
      expect(plans.length + omittedCount).toBe(offered.filter(({ length }) => length > 0).length)
      for (const [index, each] of offered.entries())
        if (each.some(({ selected }) => selected)) expect(plans.map((each) => each.index)).toContain(index)
      for (const { index, limit } of plans) expect(limit).toBeLessThanOrEqual(offered[index]?.length ?? 0)
      const weight = plans.reduce(
        (sum, { index, limit }) => sum + (sizes[index] ?? []).slice(0, limit).reduce((one, other) => one + other, 0),
        0,
      )
      expect(weight).toBeLessThanOrEqual(values + headers)
    }),
    { numRuns: 300 },
  )
})

test('every parameter gets its first five values before any parameter gets more', () => {
  const parameters = Array.from({ length: 3 }, () =>
    Array.from({ length: 8 }, (): Facet => ({ header: 'x', count: 1, selected: false })),
  )
  const [size = 0] = plan(parameters, { values: 0, headers: 0 }).sizes[0] ?? []
  const limits = (count: number) =>
    plan(parameters, { values: count * size, headers: 'exactly' }).plans.map(({ limit }) => limit)
  expect(limits(14)).toEqual([5, 5, 4])
  expect(limits(17)).toEqual([7, 5, 5])
  expect(limits(21)).toEqual([8, 8, 5])
  expect(limits(99)).toEqual([8, 8, 8])
})

/** `exactly`: room for all headers and not a byte more. */
function plan(parameters: Facet[][], { values, headers }: { values: number; headers: number | 'exactly' }) {
  const { pieces, counts } = columns(parameters.flat())
  let end = 0
  const ranges = parameters.map(({ length }) => ({ from: end, to: (end += length) }))
  const names = packStrings(parameters.map((_, index) => `{"id":${index},"header":"Параметр","values":[`))
  const headerRoom = headers === 'exactly' ? names.bytes.length + '],"more":true},'.length * parameters.length : headers
  const offered = parameters.map((each) => each.filter(({ count, selected }) => count > 0 || selected))
  const sizes = parameters.map((each, parameter) =>
    each.flatMap(({ count, selected }, index) => {
      const at = (ranges[parameter]?.from ?? 0) + index
      return count > 0 || selected ? [(pieces.offsets[at + 1] ?? 0) - (pieces.offsets[at] ?? 0)] : []
    }),
  )
  return { ...planParameters(pieces, names, counts, ranges, { values, headers: headerRoom }), offered, sizes }
}
