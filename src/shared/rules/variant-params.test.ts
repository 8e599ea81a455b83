import { expect, test } from 'vitest'
import { fillVariantParams, type VariantParams } from './variant-params.ts'

const size = { header: 'Размер', value: 'M' }
const colour = { header: 'Цвет', value: 'синий' }

test('[T.9] every variant gets the parameters of all variants; missing ones are empty under their header', () => {
  const variants: { id: number; params: VariantParams }[] = [
    { id: 1, params: { 7: size } },
    { id: 2, params: { 8: colour } },
  ]
  expect(fillVariantParams(variants)).toEqual({
    corrupted: false,
    variants: [
      { id: 1, params: { 7: size, 8: { header: 'Цвет', value: '' } } },
      { id: 2, params: { 7: { header: 'Размер', value: '' }, 8: colour } },
    ],
  })
})

test('[T.9] a variant without parameters or a parameter without a header is reported as corrupted', () => {
  expect(fillVariantParams([{ params: { 7: size } }, { params: {} }]).corrupted).toBe(true)
  expect(fillVariantParams([{ params: { 7: size, 8: { header: '', value: 'x' } } }]).corrupted).toBe(true)
  expect(fillVariantParams([])).toEqual({ variants: [], corrupted: false })
})
