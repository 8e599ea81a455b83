import { afterEach, expect, test, vi } from 'vitest'
import { validVariants } from './valid-variants.ts'

const variant = (id: number, params: unknown) => ({ id, stocks: [{ wms_id: 1, quantity: 12 }], params })
const size = (value: string) => ({ header: 'Размер', value })

afterEach(() => vi.restoreAllMocks())

test('[T.9] a missing parameter becomes an empty entry with its header; valid variants are not logged', () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const colour = { header: 'Цвет', value: 'Серый' }
  const variants = validVariants([variant(2, { 7: size('S'), 9: colour }), variant(3, { 7: size('M') })])
  expect(variants.map(({ params }) => params)).toEqual([
    { 7: size('S'), 9: colour },
    { 7: size('M'), 9: { header: 'Цвет', value: '' } },
  ])
  expect(validVariants([])).toEqual([])
  expect(log).not.toHaveBeenCalled()
})

test.each([
  ['no list', { 2: variant(2, { 7: size('S') }) }, []],
  ['nothing', undefined, []],
  ['an entry that is no variant', [null, variant(2, { 7: size('S') })], [2]],
  ['a variant without parameters', [{ id: 3, stocks: [] }, variant(2, { 7: size('S') })], [2]],
  ['a parameter that is a text', [variant(3, { 7: 'S' }), variant(2, { 7: size('M') })], [2]],
  ['a parameter without a header', [variant(3, { 7: { header: '', value: 'S' } })], [3]],
  ['a variant with no parameter at all', [variant(3, {}), variant(2, { 7: size('S') })], [3, 2]],
])(
  "[T.9] a broken structure (%s) is logged as 'Variants structure corrupted', and valid parts are kept",
  (_what, given, ids) => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    expect(validVariants(given).map(({ id }) => id)).toEqual(ids)
    expect(log).toHaveBeenCalledExactlyOnceWith('Variants structure corrupted', given)
  },
)
