import type { ExtractChoice, Extracted } from './extract.ts'
import type { OwnPriceList } from './own-price-list.ts'
import type { SheetSample } from './sample.ts'

/** What the reading thread is given, asked and answers. */
export type Source = { bytes: ArrayBuffer } | { text: string }

export type Question = { sheet: number; choice: ExtractChoice }

export type Answer =
  | { kind: 'opened'; samples: SheetSample[] }
  | { kind: 'own'; own: OwnPriceList }
  | ({ kind: 'rows' } & Extracted)
  | { kind: 'refused'; message: string }
