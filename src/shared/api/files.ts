/** Calls that download files. Uploads are described with the calls of their noun. */
import * as z from 'zod/mini'
import { pictureWidths } from '../constants.ts'
import { endpointAddress } from './address.ts'
import { fileEndpoint } from './endpoint.ts'
import { nothing, success, wireId } from './wire.ts'

export const mediaTypes = {
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv',
  zip: 'application/zip',
  jpeg: 'image/jpeg',
  png: 'image/png',
} as const

const order = z.object({ id: wireId })

/** An invoice shows prices, so it needs the right to see prices; who sees prices also sees orders. */
export const orderInvoice = fileEndpoint({
  verb: 'GET',
  path: '/api/order/:id/invoice.pdf',
  right: 'price.contract',
  summary: 'The invoice of an own order',
  input: order,
  answers: [mediaTypes.pdf],
})

export const orderSheet = fileEndpoint({
  verb: 'GET',
  path: '/api/order/:id/order.xlsx',
  right: 'order.view',
  summary: 'The lines of an own order as a spreadsheet',
  input: order,
  answers: [mediaTypes.xlsx],
})

export const staffOrderInvoice = fileEndpoint({
  verb: 'GET',
  path: '/api/staff/order/:id/invoice.pdf',
  right: 'staff.orders',
  summary: "The invoice of a customer's order",
  input: order,
  answers: [mediaTypes.pdf],
})

export const staffOrderSheet = fileEndpoint({
  verb: 'GET',
  path: '/api/staff/order/:id/order.xlsx',
  right: 'staff.orders',
  summary: "The lines of a customer's order as a spreadsheet",
  input: order,
  answers: [mediaTypes.xlsx],
})

/** A document of a product sold under the contract; catalogue staff may read those of every product. */
export const productDocument = fileEndpoint({
  verb: 'GET',
  path: '/product-documents/:id',
  right: 'catalogue.view',
  orRight: 'staff.catalogue',
  summary: 'A document of a product as a file',
  input: z.object({
    id: wireId,
    contract: z.optional(
      z.union([
        z.pipe(
          z.literal(''),
          z.transform(() => undefined),
        ),
        wireId,
      ]),
    ),
  }),
  answers: [
    mediaTypes.pdf,
    mediaTypes.doc,
    mediaTypes.docx,
    mediaTypes.xls,
    mediaTypes.xlsx,
    mediaTypes.jpeg,
    mediaTypes.png,
  ],
  hidesWrongQuery: true,
})

const widthError = `Ширина картинки: одна из ${pictureWidths.join(', ')}`

/** An unknown picture is answered with a placeholder drawing. */
export const picture = fileEndpoint({
  verb: 'GET',
  path: '/dbpics/:file',
  right: 'public',
  withoutSession: true,
  summary: 'A picture by {id}.{type}, in full size or scaled to `w`',
  input: z.object({
    file: z.string(),
    w: z.optional(
      z.pipe(
        z.enum(['', ...pictureWidths.map(String)], { error: widthError }),
        z.transform((width) => (width === '' ? undefined : Number(width))),
      ),
    ),
  }),
  answers: ['image/avif', 'image/webp', 'image/jpeg', 'image/png', 'image/gif', 'image/svg+xml'],
})

/** The address of a picture: in full size, or scaled to one of `pictureWidths`. */
export function pictureAddress({ id, type, width }: { id: number; type: string; width?: number | undefined }): string {
  return endpointAddress(picture, { file: `${id}.${type}`, ...(width === undefined ? {} : { w: String(width) }) })
}

/**
 * While the file is being written its address answers 202 with this and Retry-After; after a failure 422
 * `priceListFailed`.
 */
export const priceListProgress = z.object({
  ...success,
  state: z.enum(['queued', 'running']),
  done: z.number(),
  total: z.number(),
})
export type PriceListProgress = z.output<typeof priceListProgress>

/** Price lists that the account has ordered; for staff, those they have prepared for a buyer. */
export const priceListFile = fileEndpoint({
  verb: 'GET',
  path: '/api/priceListFile/:token',
  right: 'priceList.view',
  orRight: 'staff.customers',
  summary: 'A price list as a file, or the progress of writing it',
  input: z.object({ token: z.string() }),
  answers: [mediaTypes.xlsx, mediaTypes.xls, mediaTypes.pdf, mediaTypes.csv, mediaTypes.zip],
  progress: priceListProgress,
})

/** The token in the address is the only secret; wrong tokens count against the same rate limit. */
export const priceFeed = fileEndpoint({
  verb: 'GET',
  path: '/price/:file',
  right: 'public',
  withoutSession: true,
  summary: "YML of a contract by its link's {token}.xml",
  input: z.object({ file: z.string() }),
  answers: ['application/xml'],
})

/** Read by browsers when a person installs the portal as an application. */
export const webManifest = fileEndpoint({
  verb: 'GET',
  path: '/manifest.webmanifest',
  right: 'public',
  withoutSession: true,
  summary: 'Name, colours and icons of the portal as an installed application (W3C web app manifest)',
  input: nothing,
  answers: ['application/manifest+json'],
})
