import type { Trade } from './line.ts'
import { workwearBrands } from './workwear-brands.ts'
import { clothesLines } from './workwear-clothes.ts'
import { protectionLines } from './workwear-protection.ts'

export const workwear: Trade = {
  brands: workwearBrands,
  lines: [...clothesLines, ...protectionLines],
  share: 0.72,
  tints: ['#f7ecd4', '#f6e7d6', '#dfeee2'],
}
