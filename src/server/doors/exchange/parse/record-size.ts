/**
 * A record with more elements and attributes than this is an attack or a damaged file: each costs some 150 bytes while
 * open.
 */
const maxElements = 400_000

/** Size of the open record: text and attributes in UTF-8 bytes, and its number of elements and attributes. */
export class RecordSize {
  #maxBytes = 0
  #bytes = 0
  #elements = 0

  start(maxBytes: number): void {
    this.#maxBytes = maxBytes
    this.#bytes = 0
    this.#elements = 0
  }

  addElement(attributes: Record<string, string>): void {
    this.#elements += 1
    for (const name in attributes) {
      this.#elements += 1
      this.#bytes += name.length + Buffer.byteLength(attributes[name] ?? '')
    }
  }

  addText(text: string): void {
    this.#bytes += Buffer.byteLength(text)
  }

  get exceeded(): boolean {
    return this.#bytes > this.#maxBytes || this.#elements > maxElements
  }

  /** The exceeded limit, in Russian. */
  get reason(): string {
    if (this.#elements > maxElements) return `больше ${maxElements.toLocaleString('ru')} элементов и атрибутов`
    return this.#maxBytes < megabyte
      ? `больше ${this.#maxBytes / 1024} КБ текста`
      : `больше ${this.#maxBytes / megabyte} МБ текста`
  }
}

const megabyte = 1024 * 1024
/** A good with its description, a property with its dictionary, an order with its documents. */
export const maxRecordBytes = 16 * megabyte
/** Warehouses, price types, units, our organisation. */
export const maxSmallRecordBytes = 64 * 1024
