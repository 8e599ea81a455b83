import { expect, test } from 'vitest'
import { matchTexts, type Named } from './match.ts'

const goods = (over: Partial<Named> & { id: number }): Named => ({ row: over.id, articul: '', parentArticul: '', codes: [], barcodes: [], header: `Товар ${over.id}`, names: [], brand: '', params: [], ...over })
const texts = (over: Partial<Parameters<typeof matchTexts>[0]>) => ({ articul: '', code: '', barcode: '', name: '', size: '', origin: 'unknown' as const, ...over })

test('a code is known with other punctuation, case and alphabet and without its zeros, but the one that is written so comes first', () => {
  const one = goods({ id: 1, articul: '00АВ-12', barcodes: ['0460700123456'] })
  const other = goods({ id: 2, articul: '00ав12', codes: ['000077'] })
  const among = [one, other]
  const idsOf = (over: Parameters<typeof texts>[0]) => matchTexts(texts(over), among, () => false).goods.map(({ id }) => id)
  expect(idsOf({ articul: '00АВ-12' })).toEqual([1])
  expect(idsOf({ articul: '00ab 12' })).toEqual([1, 2])
  expect(idsOf({ articul: '00AB/12', name: 'Товар 2' })).toEqual([2])
  expect(idsOf({ barcode: '460700123456' })).toEqual([1])
  expect(idsOf({ code: '77', origin: 'supplier' })).toEqual([2])
  expect(idsOf({ code: '77' })).toEqual([])
  expect(idsOf({ name: 'товар 1' })).toEqual([1])
  expect(matchTexts(texts({ articul: 'X', code: '77', name: 'Лопата' }), among, () => false)).toEqual({ matchedBy: null, goods: [], doubtful: [other], code: '77' })
})
