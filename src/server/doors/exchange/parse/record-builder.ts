import { shareEmptyAttributes, type XmlNode } from './node.ts'
import { RecordSize } from './record-size.ts'

/** Builds the tree of the record that is being read; of an oversized one it keeps what `reduce` leaves. */
export class RecordBuilder {
  readonly #open: XmlNode[] = []
  readonly #size = new RecordSize()
  readonly #reduce: (open: readonly XmlNode[]) => void

  constructor(reduce: (open: readonly XmlNode[]) => void) {
    this.#reduce = reduce
  }

  get isOpen(): boolean {
    return this.#open.length > 0
  }

  /** The innermost open element. */
  get current(): XmlNode | undefined {
    return this.#open.at(-1)
  }

  /** Why the record is too large, in Russian. */
  get excess(): string | undefined {
    return this.#size.exceeded ? this.#size.reason : undefined
  }

  start(maxBytes: number): void {
    this.#size.start(maxBytes)
  }

  open(name: string, attributes: Record<string, string>): void {
    this.#size.addElement(attributes)
    const node: XmlNode = { name, attributes: shareEmptyAttributes(attributes), text: '', children: [] }
    if (this.#size.exceeded) this.#reduce(this.#open)
    else this.current?.children.push(node)
    this.#open.push(node)
  }

  /** Text of the innermost open element. */
  text(piece: string): void {
    const node = this.current
    if (node === undefined) return
    this.#size.addText(piece)
    if (this.#size.exceeded) this.#reduce(this.#open)
    else node.text += piece
  }

  close(): XmlNode | undefined {
    return this.#open.pop()
  }
}
