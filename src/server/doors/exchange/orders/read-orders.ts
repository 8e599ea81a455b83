import { readContragent } from '../parse/contragent.ts'
import { assertRootName } from '../parse/decode.ts'
import { shareEmptyAttributes, textOf, type XmlNode } from '../parse/node.ts'
import type { ContragentItem, RejectItem } from '../parse/items.ts'
import { maxRecordBytes, RecordSize } from '../parse/record-size.ts'
import { readXml, type XmlHandler } from '../parse/read-xml.ts'
import { operationOf, orderOperation, readOrder, type IncomingOrder } from './incoming.ts'

/** `tooLarge`: a document, or a container of documents, that was skipped. */
export type ReadDocument =
  | { kind: 'order'; order: IncomingOrder }
  | { kind: 'contragent'; contragent: ContragentItem | RejectItem }
  | { kind: 'other'; operation: string; number: string }
  | { kind: 'tooLarge'; number: string; reason: string }

/**
 * Reads an order file as a stream, a few documents at a time. A Документ may be at the top, in a Контейнер or another
 * wrapper, 2.x or 3.1; some versions of 1C send their Контрагенты in such a file. Throws BrokenFile if the XML is
 * malformed, truncated, or not CommerceML.
 */
export async function* readOrders(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<ReadDocument[]> {
  let found: ReadDocument[] = []
  const handler = new DocumentHandler({
    onDocuments: (documents) => found.push(...selectOrders(documents)),
    onContragent: (node) => {
      const contragent = readContragent(node)
      if (contragent) found.push({ kind: 'contragent', contragent })
    },
    onTooLarge: (number, reason) => found.push({ kind: 'tooLarge', number, reason }),
  })
  for await (const _ of readXml(bytes, handler)) {
    if (found.length === 0) continue
    yield found
    found = []
  }
}

/** Reads the whole file; throws BrokenFile unless it is complete. */
export async function checkComplete(bytes: AsyncIterable<Uint8Array>): Promise<void> {
  const handler = { open: refuseForeignRoot(), text: () => undefined, close: () => undefined }
  for await (const _ of readXml(bytes, handler)) continue
}

/** Documents of a container: those after an order are its payments and shipments. */
function selectOrders(documents: XmlNode[]): ReadDocument[] {
  const named = documents.filter((each) => operationOf(each) === orderOperation)
  // Some configurations omit the operation: such a document is an order, unless the container has one.
  const orders = named.length > 0 ? named : documents.filter((each) => operationOf(each) === '')
  const others = documents.filter((each) => !orders.includes(each))
  const [only] = orders
  if (orders.length === 1 && only !== undefined) return [{ kind: 'order', order: readOrder(only, others) }]
  return [
    ...orders.map((order) => ({ kind: 'order', order: readOrder(order, []) }) as const),
    ...others.map(
      (other) => ({ kind: 'other', operation: operationOf(other), number: textOf(other, 'Номер') }) as const,
    ),
  ]
}

function refuseForeignRoot(): (name: string) => void {
  let first = true
  return (name) => {
    if (first) assertRootName(name)
    first = false
  }
}

type FoundOrders = {
  onDocuments: (documents: XmlNode[]) => void
  onContragent: (node: XmlNode) => void
  onTooLarge: (number: string, reason: string) => void
}

class DocumentHandler implements XmlHandler {
  readonly #found: FoundOrders
  readonly #refuse = refuseForeignRoot()
  readonly #open: XmlNode[] = []
  /** Size of the container, or of a document outside any. */
  readonly #size = new RecordSize()
  #container: XmlNode[] | undefined
  #number = ''
  #inContragents = false
  #depth = 0

  constructor(found: FoundOrders) {
    this.#found = found
  }

  open(name: string, attributes: Record<string, string>): void {
    this.#refuse(name)
    const isContainer = this.#depth === 1 && name === 'Контейнер'
    if (this.#depth === 1) this.#inContragents = name === 'Контрагенты'
    const isContragent = this.#depth === 2 && this.#inContragents && name === 'Контрагент'
    const isDocument =
      isContragent || (this.#open.length === 0 && name === 'Документ' && (this.#depth === 1 || this.#depth === 2))
    if (isContainer || (isDocument && this.#container === undefined)) this.#start()
    if (isContainer) this.#container = []
    if (isDocument || this.#open.length > 0)
      this.#push({ name, attributes: shareEmptyAttributes(attributes), text: '', children: [] })
    this.#depth += 1
  }

  text(piece: string): void {
    const node = this.#open.at(-1)
    if (node === undefined) return
    this.#size.addText(piece)
    if (this.#size.exceeded) this.#forget()
    else node.text += piece
  }

  close(name: string): void {
    this.#depth -= 1
    const node = this.#open.pop()
    if (node?.name === 'Номер' && this.#open.length === 1) this.#number ||= node.text.trim().slice(0, 100)
    if (node !== undefined && this.#open.length === 0) this.#finish(node)
    if (this.#depth === 1 && name === 'Контейнер') {
      const documents = this.#container ?? []
      this.#container = undefined
      this.#emit(documents)
    }
  }

  #start(): void {
    this.#size.start(maxRecordBytes)
    this.#number = ''
  }

  #push(node: XmlNode): void {
    this.#size.addElement(node.attributes)
    if (this.#size.exceeded) this.#forget()
    else this.#open.at(-1)?.children.push(node)
    this.#open.push(node)
  }

  #forget(): void {
    if (this.#container !== undefined) this.#container = []
    for (const node of this.#open) Object.assign(node, { text: '', attributes: {}, children: [] })
  }

  #finish(document: XmlNode): void {
    if (document.name === 'Контрагент') this.#emitContragent(document)
    else if (this.#container === undefined) this.#emit([document])
    else if (!this.#size.exceeded) this.#container.push(document)
  }

  #emitContragent(node: XmlNode): void {
    if (this.#size.exceeded) this.#found.onTooLarge('', this.#size.reason)
    else this.#found.onContragent(node)
  }

  #emit(documents: XmlNode[]): void {
    if (this.#size.exceeded) this.#found.onTooLarge(this.#number, this.#size.reason)
    else this.#found.onDocuments(documents)
  }
}
