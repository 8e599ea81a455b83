import type { ExtractChoice, Extracted } from './extract.ts'
import type { OwnPriceList } from './own-price-list.ts'
import type { SampleRow, SheetSample } from './sample.ts'

/**
 * Messages of the reading thread. It answers 'own', or 'weighed' and, once allowed, 'opened', then 'rows' or 'cells'
 * for each request; 'refused' may replace any.
 */
export type Source =
  | {
      bytes: ArrayBuffer
      /** Read our own price list as any other file: a sheet that was added to it is meant. */ isForeign?: boolean
    }
  | { text: string }

/** Lines of goods, or the cells of a sheet as they are. */
export type WorkerRequest = { sheet: number; choice: ExtractChoice }
export type CellsRequest = { sheet: number; choice?: undefined }
export type WorkerReply = { goOn: true } | ({ goOn?: undefined } & (WorkerRequest | CellsRequest))

export type WorkerResult =
  /** Parsing a heavy one takes much memory. */
  | { kind: 'weighed'; isHeavy: boolean }
  | { kind: 'opened'; samples: SheetSample[]; sheetsBeyond: number }
  | { kind: 'own'; own: OwnPriceList }
  | ({ kind: 'rows' } & Extracted)
  | { kind: 'cells'; rows: SampleRow[] }
  | { kind: 'refused'; message: string }
