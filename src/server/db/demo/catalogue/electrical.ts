import { cableLines } from './electrical-cable.ts'
import { electricalBrands } from './electrical-brands.ts'
import { fittingLines } from './electrical-fittings.ts'
import { modularLines } from './electrical-modular.ts'
import type { Trade } from './line.ts'

export const electrical: Trade = {
  brands: electricalBrands,
  lines: [...cableLines, ...modularLines, ...fittingLines],
  share: 0.58,
  tints: ['#dfeee2', '#f7ecd4', '#e3e9f6'],
}
