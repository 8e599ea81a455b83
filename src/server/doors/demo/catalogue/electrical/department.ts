import { cableLines } from './cable.ts'
import { electricalBrands } from './brands.ts'
import { fittingLines } from './fittings.ts'
import { modularLines } from './modular.ts'
import type { Trade } from '../line.ts'

export const electrical: Trade = {
  brands: electricalBrands,
  lines: [...cableLines, ...modularLines, ...fittingLines],
  share: 0.58,
  tints: ['#dfeee2', '#f7ecd4', '#e3e9f6'],
}
