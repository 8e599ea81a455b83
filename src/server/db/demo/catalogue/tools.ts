import type { Trade } from './line.ts'
import { toolAccessories } from './tools-accessories.ts'
import { toolsBrands } from './tools-brands.ts'
import { fasteners } from './tools-fasteners.ts'
import { handTools } from './tools-hand.ts'
import { powerTools } from './tools-power.ts'

export const tools: Trade = {
  brands: toolsBrands,
  lines: [...powerTools, ...toolAccessories, ...handTools, ...fasteners],
  share: 0.5,
  tints: ['#d9ecee', '#fbf3d0', '#e3e9f6'],
}
