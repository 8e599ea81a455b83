import fc from 'fast-check'
import { expect, test } from 'vitest'
import { feedName, priceListName } from './file-name.ts'

const day = '2026-11-21'

test('[N.9] the YML is saved under price_{contract}_{YYYY-MM-DD}.xml', () => {
  expect(feedName({ contract: '114-О', day })).toBe('price_114-О_2026-11-21.xml')
})

test('[C.44] a spreadsheet is named by its categories or Все; a long choice by the first and a number', () => {
  expect(priceListName({ categories: [], contract: '114-О', day })).toBe('Прайс-лист_Все_114-О_2026-11-21.xlsx')
  expect(priceListName({ categories: ['Дрели', 'Крепёж'], contract: '114-О', day })).toBe(
    'Прайс-лист_Дрели, Крепёж_114-О_2026-11-21.xlsx',
  )
  const many = Array.from({ length: 40 }, (_, n) => `Категория ${n}`)
  expect(priceListName({ categories: many, contract: '1', day })).toBe(
    'Прайс-лист_Категория 0, Категория 1, Категория 2, Категория 3 и ещё 36_1_2026-11-21.xlsx',
  )
  expect(priceListName({ categories: ['Ы'.repeat(500), 'Б'], contract: '1', day })).toMatch(
    /^Прайс-лист_Ы+… и ещё 1_1_2026-11-21\.xlsx$/,
  )
})

test('characters invalid in file names or headers are replaced', () => {
  expect(priceListName({ categories: ['Краски/лаки: "всё" <?>'], contract: '1\\2|*\r\n', day })).toBe(
    'Прайс-лист_Краски-лаки- -всё- -_1-2-_2026-11-21.xlsx',
  )
  expect(feedName({ contract: '../..', day })).toBe('price_-_2026-11-21.xml')
})

test('every generated name is a valid file name', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: 'binary', maxLength: 80 }), { maxLength: 60 }),
      fc.string({ unit: 'grapheme', maxLength: 200 }),
      (categories, contract) => {
        for (const name of [priceListName({ categories, contract, day }), feedName({ contract, day })]) {
          expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255)
          // oxlint-disable-next-line no-control-regex
          expect(name).not.toMatch(/[\\/:*?"<>|\u0000-\u001f\u007f]/)
          expect(name.isWellFormed()).toBe(true)
        }
      },
    ),
  )
})
