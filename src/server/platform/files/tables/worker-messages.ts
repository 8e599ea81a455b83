import type { ExtractChoice, Extracted } from './extract.ts'
import type { OwnPriceList } from './own-price-list.ts'
import type { SampleRow, SheetSample } from './sample.ts'

/**
 * Messages of the reading thread. It sends 'own', or 'weighed' and after `proceed` 'opened', then 'rows' or 'cells' for
 * each request; 'refused' may replace any of them.
 */
export type Source =
  | {
      bytes: ArrayBuffer
      /** Reads our own price list like any other file: a sheet added by the buyer was chosen. */
      isForeign?: boolean
    }
  | { text: string }

/** Requests for lines of goods, or for all cells of a sheet: reduced to a short line, or `whole`, as they are. */
export type WorkerRequest = { sheet: number; choice: ExtractChoice }
export type CellsRequest = { sheet: number; choice?: undefined; whole?: boolean }
export type WorkerReply = { proceed: true } | ({ proceed?: undefined } & (WorkerRequest | CellsRequest))

export type WorkerResult =
  /** Parsing a heavy file takes much memory. */
  | { kind: 'weighed'; isHeavy: boolean }
  | { kind: 'opened'; samples: SheetSample[]; sheetsBeyond: number }
  | { kind: 'own'; own: OwnPriceList }
  | ({ kind: 'rows' } & Extracted)
  | { kind: 'cells'; rows: SampleRow[] }
  | { kind: 'refused'; message: string }
