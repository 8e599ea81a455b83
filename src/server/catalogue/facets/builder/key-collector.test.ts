import fc from 'fast-check'
import { expect, test } from 'vitest'
import { KeyCollector } from './key-collector.ts'
import { readString } from '../string-pool.ts'
import { articleKey } from '../text/normalise.ts'

const article = fc.oneof(
  fc.constantFrom('', 'AB-12', 'ab12', 'АВ-12', 'DX 1/2', '№ 7', '---', 'ёж-1', 'ﷺ1', '4600000000017', '\t5'),
  fc.array(fc.constantFrom(...Array.from('aBZ019-/ АЯх')), { maxLength: 8 }).map((letters) => letters.join('')),
)

test('the collector returns the distinct article keys of each row, sorted', () => {
  fc.assert(
    fc.property(fc.array(fc.array(article, { maxLength: 5 }), { maxLength: 40 }), (rows) => {
      const collector = new KeyCollector()
      for (const [row, articles] of rows.entries()) for (const text of articles) collector.add(row, text)
      const { keys, rows: rowsOfKeys } = collector.sorted()
      const expected = rows
        .flatMap((articles, row) =>
          [...new Set(articles.map(articleKey))].filter((key) => key !== '').map((key) => ({ key, row })),
        )
        .toSorted((a, b) => Buffer.compare(Buffer.from(a.key), Buffer.from(b.key)))
      expect(Array.from(rowsOfKeys, (row, index) => ({ key: readString(keys, index), row }))).toEqual(expected)
    }),
    { numRuns: 500 },
  )
})
