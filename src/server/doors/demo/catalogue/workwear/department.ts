import type { Trade } from '../line.ts'
import { workwearBrands } from './brands.ts'
import { clothesLines } from './clothes.ts'
import { protectionLines } from './protection.ts'

export const workwear: Trade = {
  brands: workwearBrands,
  lines: [...clothesLines, ...protectionLines],
  share: 0.72,
  tints: ['#f7ecd4', '#f6e7d6', '#dfeee2'],
}
