import { PassThrough, Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { VatRate } from '#shared/rules/vat.ts'
import type { Db } from '#server/platform/db/client.ts'
import { readSetting } from '#server/platform/settings.ts'
import { element } from '#server/platform/files/xml-text.ts'
import { toOutgoing } from './outgoing.ts'
import { writeOrder, type SchemaVersion } from './order-document.ts'
import { confirmHandover, listOrdersToExport, recordHandover } from './queries-out.ts'
import { encodeWindows1251 } from './windows-1251.ts'

const ordersPerStatement = 200

export type ExportedOrders = { contentType: string; orders: number; body: Readable }

/**
 * Answers `type=sale&mode=query`: a CommerceML stream with a Документ for each order to export, beginning with `<?xml`
 * (or `PK` if zipped). The (order, version) pairs are recorded before the orders are read, so the data is never older
 * than what `success` confirms.
 */
export async function exportOrders({ db }: { db: Db }, exchangeAccountId: number): Promise<ExportedOrders> {
  const version = await readSetting(db, 'exchange.orders.version')
  const encoding = await readSetting(db, 'exchange.orders.encoding')
  const zipped = await readSetting(db, 'exchange.orders.zip')
  const container = await readSetting(db, 'exchange.orders.container')
  const deliveryVat = await readSetting(db, 'delivery.vat')

  const ids = await recordHandover(db, { exchangeAccountId })
  const text = writeFile(db, ids, { version, encoding, container, deliveryVat })
  const xml = Readable.from(encoding === 'windows-1251' ? encoded(text) : bytes(text), { objectMode: false })
  return {
    contentType: zipped ? 'application/zip' : `text/xml; charset=${encoding}`,
    orders: ids.length,
    body: zipped ? zip(xml) : xml,
  }
}

/** Answers `type=sale&mode=success`: 1C has received the last `query`. Idempotent. */
export async function confirmOrders({ db }: { db: Db }, exchangeAccountId: number): Promise<{ confirmed: number }> {
  return { confirmed: await confirmHandover(db, { exchangeAccountId }) }
}

type Format = { version: SchemaVersion; encoding: string; container: boolean; deliveryVat: VatRate }

async function* writeFile(
  db: Db,
  ids: number[],
  { version, encoding, container, deliveryVat }: Format,
): AsyncGenerator<string> {
  const formed = new Date(Date.now() + moscowAheadMs).toISOString().slice(0, 19)
  yield `<?xml version="1.0" encoding="${encoding === 'utf-8' ? 'UTF-8' : encoding}"?>\n`
  yield (
    `<КоммерческаяИнформация xmlns="urn:1C.ru:commerceml_2" ВерсияСхемы="${version}" ` +
      `ДатаФормирования="${formed}">\n`
  )
  for (let from = 0; from < ids.length; from += ordersPerStatement) {
    const rows = await listOrdersToExport(db, { ids: ids.slice(from, from + ordersPerStatement) })
    for (const row of rows) {
      const document = writeOrder(toOutgoing(row, deliveryVat), version)
      yield `${container ? element('Контейнер', document) : document}\n`
    }
  }
  yield '</КоммерческаяИнформация>\n'
}

const moscowAheadMs = 3 * 3_600_000

async function* bytes(text: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const piece of text) yield Buffer.from(piece)
}

async function* encoded(text: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const piece of text) yield encodeWindows1251(piece)
}

/** An error must abort the response, so that it does not look complete. */
function zip(xml: Readable): Readable {
  const file = new ZipFile()
  const body = new PassThrough()
  xml.on('error', (error) => body.destroy(error))
  file.addReadStream(xml, 'orders.xml')
  file.end()
  file.outputStream.pipe(body)
  return body
}
