import { SaxesParser } from 'saxes'
import { BrokenFile } from './broken-file.ts'
import { decodeXml } from './decode.ts'

const maxDepth = 64
/** Limit of one text, comment or start tag, which saxes buffers whole. */
const maxCharacters = 8 * 1024 * 1024
const maxNameLength = 200
/** Limit of all open elements, whose names and attributes saxes keeps. */
const maxOpenTagBytes = 16 * 1024 * 1024
/** Memory of an attribute besides its characters. */
const attributeBytes = 100

export type XmlHandler = {
  open: (name: string, attributes: Record<string, string>) => void
  text: (text: string) => void
  close: (name: string) => void
}

/**
 * Streams an XML file through saxes, element by element with local names. Yields after every chunk, so that the caller
 * can process results and the event loop stays responsive. Throws BrokenFile if the file is malformed, truncated, has a
 * DOCTYPE other than that of YML, or exceeds the limits on depth, text, names or attributes.
 */
export async function* readXml(bytes: AsyncIterable<Uint8Array>, handler: XmlHandler): AsyncGenerator<void> {
  const parser = new SaxesParser({ xmlns: false, position: true })
  let depth = 0
  let textLength = 0
  let rootClosed = false
  /** Characters fed since the last event, to the accuracy of a chunk. */
  let heldLength = 0
  const openTagBytes: number[] = []
  let totalTagBytes = 0
  /** Of the current start tag. */
  let newTagBytes = 0

  parser.on('error', (error) => {
    throw new BrokenFile(`XML повреждён или получен не полностью: строка ${parser.line}, ${describeError(error)}`)
  })
  parser.on('doctype', (text) => {
    // Many YML files name the old shops.dtd, which nobody reads. Definitions of entities are never taken.
    if (!/^\s*yml_catalog\b[^[]*$/.test(text)) throw new BrokenFile('XML с DOCTYPE не принимается')
  })
  const addTagBytes = (bytes: number) => {
    newTagBytes += bytes
    totalTagBytes += bytes
    if (totalTagBytes <= maxOpenTagBytes) return
    throw new BrokenFile(
      `Атрибуты вложенных элементов XML больше ${maxOpenTagBytes / 1024 / 1024} МБ: строка ${parser.line}`,
    )
  }
  // Checked at each attribute, because a tag with very many small ones costs most.
  parser.on('attribute', ({ name, value }) => addTagBytes(attributeBytes + name.length + Buffer.byteLength(value)))
  parser.on('opentag', ({ name, attributes }) => {
    addTagBytes(name.length)
    openTagBytes.push(newTagBytes)
    newTagBytes = 0
    depth += 1
    heldLength = 0
    textLength = 0
    if (name.length > maxNameLength) throw new BrokenFile(`Слишком длинное имя элемента: строка ${parser.line}`)
    if (depth > maxDepth) throw new BrokenFile(`XML вложен глубже ${maxDepth} уровней: строка ${parser.line}`)
    handler.open(localName(name), attributes)
  })
  const text = (piece: string) => {
    heldLength = 0
    textLength += piece.length
    if (textLength > maxCharacters) throw lineTooLong(parser.line)
    handler.text(piece)
  }
  parser.on('text', text)
  parser.on('cdata', text)
  parser.on('comment', () => (heldLength = 0))
  parser.on('processinginstruction', () => (heldLength = 0))
  parser.on('closetag', ({ name }) => {
    heldLength = 0
    totalTagBytes -= openTagBytes.pop() ?? 0
    depth -= 1
    rootClosed = depth === 0
    handler.close(localName(name))
  })

  let seen = false
  for await (const piece of decodeXml(bytes)) {
    seen = true
    parser.write(piece)
    heldLength += piece.length
    if (heldLength > maxCharacters + piece.length) throw lineTooLong(parser.line)
    yield
  }
  if (!seen) throw new BrokenFile('Файл пуст')
  parser.close()
  if (!rootClosed) throw new BrokenFile('XML получен не полностью')
  yield
}

function lineTooLong(line: number): BrokenFile {
  return new BrokenFile(`Слишком длинный текст в XML: строка ${line}`)
}

function localName(name: string): string {
  return name.includes(':') ? name.slice(name.lastIndexOf(':') + 1) : name
}

function describeError(error: Error): string {
  return error.message.replace(/^\d+:\d+:\s*/, '')
}
