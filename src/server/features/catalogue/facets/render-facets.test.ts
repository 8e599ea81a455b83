import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ByteWriter } from './byte-writer.ts'
import { facetPieces, offersAny, writeFacets } from './render-facets.ts'

const facet = fc.record({ header: fc.string({ unit: 'grapheme', maxLength: 12 }), count: fc.constantFrom(0, 0, 1, 9, 10, 733, 99_999, 100_000), selected: fc.constantFrom(false, false, true) })

test('what leaves rows or is chosen is offered, with its count', () => {
  fc.assert(
    fc.property(fc.array(facet, { maxLength: 40 }), fc.nat(40), fc.nat(40), (facets, from, to) => {
      const [first, end] = [Math.min(from, to, facets.length), Math.min(Math.max(from, to), facets.length)]
      const pieces = facetPieces(Uint32Array.from(facets, (_, place) => place + 100), 'header', facets.map(({ header }) => header), 100_000)
      const counts = { rows: Uint32Array.from(facets, ({ count }) => count), chosen: facets.flatMap(({ selected }, place) => (selected ? [place] : [])) }
      const writer = new ByteWriter(16)
      writer.start()
      writer.ascii('[')
      writeFacets(writer, pieces, counts, first, end)
      writer.ascii(']')
      const offered = facets.map((each, place) => ({ id: place + 100, ...each })).slice(first, end).filter(({ count, selected }) => count > 0 || selected)
      expect(JSON.parse(writer.taken((size) => Buffer.alloc(size)).toString('utf8'))).toEqual(offered)
      expect(offersAny(counts, first, end)).toBe(offered.length > 0)
    }),
    { numRuns: 300 },
  )
})
