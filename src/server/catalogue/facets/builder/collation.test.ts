import fc from 'fast-check'
import { expect, test } from 'vitest'
import { russianOrder, russianRanks } from './collation.ts'

const text = fc.oneof(
  fc
    .array(fc.constantFrom(...Array.from('аАбвгеЕёЁжийЙяЯaAzZ019 -.,№"()/«»')), { maxLength: 8 })
    .map((letters) => letters.join('')),
  fc.string({ maxLength: 6 }),
  fc.constantFrom(
    'Ель',
    'Ёлка',
    'елка',
    'Болт М8х30 оцинкованный с шестигранной головкой по ГОСТ 7798-70, упаковка 1',
    'Болт М8х30 оцинкованный с шестигранной головкой по ГОСТ 7798-70, упаковка 2',
  ),
)

test('[S.6] texts are ordered by the Russian collation; equal texts have equal ranks', () => {
  const collator = new Intl.Collator('ru')
  fc.assert(
    fc.property(fc.array(text, { maxLength: 60 }), (texts) => {
      const ordered = Array.from(russianOrder(texts), (index) => texts[index] ?? '')
      expect(ordered).toEqual(texts.toSorted(collator.compare))
      const ranks = russianRanks(texts)
      for (const [index, one] of texts.entries()) {
        for (const [other, two] of texts.entries()) if (one === two) expect(ranks[index]).toBe(ranks[other])
      }
    }),
    { numRuns: 500 },
  )
})
