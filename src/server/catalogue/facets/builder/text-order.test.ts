import fc from 'fast-check'
import { expect, test } from 'vitest'
import { orderTexts } from './text-order.ts'

const letters = fc.array(fc.constantFrom(0, 1, 2, 200), { maxLength: 12 })
const few = fc.array(letters, { maxLength: 80 })
/** Groups of texts with long common prefixes, so that the sort recurses to every depth. */
const many = fc
  .tuple(few, fc.array(letters, { minLength: 1, maxLength: 3 }))
  .map(([ends, starts]) => starts.flatMap((start) => ends.map((end) => [...start, ...start, ...end])))

test('texts are sorted by code units, prefixes first; equal texts by input order or the tie-break', () => {
  fc.assert(
    fc.property(fc.oneof(few, many), fc.boolean(), fc.boolean(), (texts, isWide, isSettled) => {
      const units = texts.flat()
      const starts = Uint32Array.from([0, ...texts.map(({ length }) => length)])
      for (let index = 1; index < starts.length; index += 1) starts[index]! += starts[index - 1]!
      const settle = isSettled ? (a: number, b: number) => b - a : undefined
      const order = orderTexts(
        { units: isWide ? Uint16Array.from(units, (unit) => unit * 300) : Uint8Array.from(units), starts },
        settle,
      )
      expect(Array.from(order)).toEqual(
        [...texts.keys()].toSorted((a, b) => compare(texts[a] ?? [], texts[b] ?? []) || (settle?.(a, b) ?? a - b)),
      )
    }),
    { numRuns: 500 },
  )
})

function compare(a: readonly number[], b: readonly number[]): number {
  const differs = a.findIndex((unit, index) => unit !== b[index])
  if (differs < 0) return a.length - b.length
  return (a[differs] ?? 0) - (b[differs] ?? -1)
}
