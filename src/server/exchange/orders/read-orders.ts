import { BrokenFile } from '../parse/broken-file.ts'
import { rootName } from '../parse/decode.ts'
import { textOf, type XmlNode } from '../parse/node.ts'
import { readXml, type XmlHandler } from '../parse/read-xml.ts'
import { operationOf, orderOperation, readOrder, type IncomingOrder } from './incoming.ts'

/** A container with more elements than this is an attack or a damaged file, not an order. */
const mostNodes = 500_000

export type ReadDocument = { kind: 'order'; order: IncomingOrder } | { kind: 'other'; operation: string; number: string }

/**
 * Reads a file of orders (Документ at the top, in Контейнер or in any other wrapper, 2.x or 3.1) as a stream, a few
 * documents at a time.
 * Throws BrokenFile when the XML is not well-formed, is cut off, or is no CommerceML.
 */
export async function* readOrders(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<ReadDocument[]> {
  let found: ReadDocument[] = []
  const handler = new DocumentHandler((documents) => found.push(...toRead(documents)))
  for await (const _ of readXml(bytes, handler)) {
    if (found.length === 0) continue
    yield found
    found = []
  }
}

/** Reads the file to its end without keeping anything: throws BrokenFile unless it is whole. */
export async function checkWhole(bytes: AsyncIterable<Uint8Array>): Promise<void> {
  const handler = { open: refuseForeignRoot(), text: () => undefined, close: () => undefined }
  for await (const _ of readXml(bytes, handler)) continue
}

/** Documents of one container: those after an order are its payments and shipments. */
function toRead(documents: XmlNode[]): ReadDocument[] {
  const named = documents.filter((each) => operationOf(each) === orderOperation)
  // Some configurations do not say what a document is: then it is an order, unless one stands beside it.
  const orders = named.length > 0 ? named : documents.filter((each) => operationOf(each) === '')
  const others = documents.filter((each) => !orders.includes(each))
  const [only] = orders
  if (orders.length === 1 && only !== undefined) return [{ kind: 'order', order: readOrder(only, others) }]
  return [
    ...orders.map((order) => ({ kind: 'order', order: readOrder(order, []) }) as const),
    ...others.map((other) => ({ kind: 'other', operation: operationOf(other), number: textOf(other, 'Номер') }) as const),
  ]
}

function refuseForeignRoot(): (name: string) => void {
  let first = true
  return (name) => {
    if (first && name !== rootName) throw new BrokenFile(`Это не CommerceML: корневой элемент «${name}»`)
    first = false
  }
}

class DocumentHandler implements XmlHandler {
  readonly #emit: (documents: XmlNode[]) => void
  readonly #refuse = refuseForeignRoot()
  readonly #open: XmlNode[] = []
  #container: XmlNode[] | undefined
  #depth = 0
  #nodes = 0

  constructor(emit: (documents: XmlNode[]) => void) {
    this.#emit = emit
  }

  open(name: string, attributes: Record<string, string>): void {
    this.#refuse(name)
    if (this.#depth === 1) this.#nodes = 0
    if (this.#depth === 1 && name === 'Контейнер') this.#container = []
    if (this.#open.length > 0 || (name === 'Документ' && (this.#depth === 1 || this.#depth === 2))) this.#push({ name, attributes, text: '', children: [] })
    this.#depth += 1
  }

  text(piece: string): void {
    const node = this.#open.at(-1)
    if (node !== undefined) node.text += piece
  }

  close(name: string): void {
    this.#depth -= 1
    const node = this.#open.pop()
    if (node !== undefined && this.#open.length === 0) this.#finish(node)
    if (this.#depth === 1 && name === 'Контейнер') {
      this.#emit(this.#container ?? [])
      this.#container = undefined
    }
  }

  #push(node: XmlNode): void {
    this.#nodes += 1
    if (this.#nodes > mostNodes) throw new BrokenFile('Слишком большой документ')
    this.#open.at(-1)?.children.push(node)
    this.#open.push(node)
  }

  #finish(document: XmlNode): void {
    if (this.#container !== undefined) this.#container.push(document)
    else this.#emit([document])
  }
}
