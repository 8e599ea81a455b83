import type { ExtractChoice, Extracted } from './extract.ts'
import type { OwnPriceList } from './own-price-list.ts'
import type { SheetSample } from './sample.ts'

/**
 * What the reading thread is given, told and asked, and what it answers: 'own', or 'weighed' and, when it may go on,
 * 'opened', then 'rows' for each question; 'refused' may come in place of any.
 */
export type Source =
  | {
      bytes: ArrayBuffer
      /** Read our own price list as any other file: a sheet that was added to it is meant. */ isForeign?: boolean
    }
  | { text: string }

export type WorkerRequest = { sheet: number; choice: ExtractChoice }
export type WorkerReply = { goOn: true } | ({ goOn?: undefined } & WorkerRequest)

export type WorkerResult =
  /** Parsing a heavy one takes much memory. */
  | { kind: 'weighed'; isHeavy: boolean }
  | { kind: 'opened'; samples: SheetSample[]; sheetsBeyond: number }
  | { kind: 'own'; own: OwnPriceList }
  | ({ kind: 'rows' } & Extracted)
  | { kind: 'refused'; message: string }
