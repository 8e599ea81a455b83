import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ByteWriter } from './byte-writer.ts'
import { packStrings } from '../string-pool.ts'

test('numbers are written as JSON.stringify writes them', () => {
  const whole = fc.oneof(fc.nat(), fc.maxSafeNat())
  fc.assert(
    fc.property(whole, fc.constantFrom(1, 100, 1000), (value, scale) => {
      // Beyond 2^53 / scale the quotient as a double has fewer digits than the value itself.
      fc.pre(value <= Number.MAX_SAFE_INTEGER / scale)
      expect(written((writer) => writer.decimal(value, scale))).toBe(JSON.stringify(value / scale))
    }),
  )
})

test('pieces of any length are concatenated in order', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 120 })), (texts) => {
      const pool = packStrings(texts)
      const all = written((writer) => {
        for (const [index, text] of texts.entries()) {
          writer.pooled(pool, index)
          writer.ascii('|')
          writer.text(text)
        }
      })
      expect(all).toBe(texts.map((text) => `${text}|${text}`).join(''))
    }),
  )
})

function written(write: (writer: ByteWriter) => void): string {
  const writer = new ByteWriter(1)
  writer.start()
  write(writer)
  return writer.taken((size) => Buffer.alloc(size)).toString('utf8')
}
