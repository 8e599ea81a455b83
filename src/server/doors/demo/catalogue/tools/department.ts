import type { Trade } from '../line.ts'
import { toolAccessories } from './accessories.ts'
import { toolsBrands } from './brands.ts'
import { fasteners } from './fasteners.ts'
import { handTools } from './hand.ts'
import { powerTools } from './power.ts'

export const tools: Trade = {
  brands: toolsBrands,
  lines: [...powerTools, ...toolAccessories, ...handTools, ...fasteners],
  share: 0.5,
  tints: ['#d9ecee', '#fbf3d0', '#e3e9f6'],
}
