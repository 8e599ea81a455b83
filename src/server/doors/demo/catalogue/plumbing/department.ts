import type { Trade } from '../line.ts'
import { plumbingBrands } from './brands.ts'
import { fixtureLines } from './fixtures.ts'
import { pipeLines } from './pipes.ts'

export const plumbing: Trade = {
  brands: plumbingBrands,
  lines: [...pipeLines, ...fixtureLines],
  share: 0.6,
  tints: ['#e3e9f6', '#d9ecee', '#e7e3f3'],
}
