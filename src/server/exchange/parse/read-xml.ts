import { SaxesParser } from 'saxes'
import { BrokenFile } from './broken-file.ts'
import { decodeXml } from './decode.ts'

const deepest = 64
const longestText = 4 * 1024 * 1024

export type XmlHandler = {
  open: (name: string, attributes: Record<string, string>) => void
  text: (text: string) => void
  close: (name: string) => void
}

/**
 * Streams an XML file through saxes, element by element with local names. Yields after every piece of the input, so
 * that the caller may hand on what has come together and the process answers others meanwhile.
 * Throws BrokenFile where the file is not well-formed, is cut off, has a DOCTYPE, or exceeds depth and text limits.
 */
export async function* readXml(bytes: AsyncIterable<Uint8Array>, handler: XmlHandler): AsyncGenerator<void> {
  const parser = new SaxesParser({ xmlns: false, position: true })
  let depth = 0
  let textLength = 0
  let rootClosed = false

  parser.on('error', (error) => {
    throw new BrokenFile(`XML повреждён или получен не полностью: строка ${parser.line}, ${reasonOf(error)}`)
  })
  parser.on('doctype', () => {
    throw new BrokenFile('XML с DOCTYPE не принимается')
  })
  parser.on('opentag', ({ name, attributes }) => {
    depth += 1
    textLength = 0
    if (depth > deepest) throw new BrokenFile(`XML вложен глубже ${deepest} уровней: строка ${parser.line}`)
    handler.open(localName(name), attributes)
  })
  const text = (piece: string) => {
    textLength += piece.length
    if (textLength > longestText) throw new BrokenFile(`Слишком длинный текст в XML: строка ${parser.line}`)
    handler.text(piece)
  }
  parser.on('text', text)
  parser.on('cdata', text)
  parser.on('closetag', ({ name }) => {
    depth -= 1
    rootClosed = depth === 0
    handler.close(localName(name))
  })

  let seen = false
  for await (const piece of decodeXml(bytes)) {
    seen = true
    parser.write(piece)
    yield
  }
  if (!seen) throw new BrokenFile('Файл пуст')
  parser.close()
  if (!rootClosed) throw new BrokenFile('XML получен не полностью')
  yield
}

function localName(name: string): string {
  return name.includes(':') ? name.slice(name.lastIndexOf(':') + 1) : name
}

function reasonOf(error: Error): string {
  return error.message.replace(/^\d+:\d+:\s*/, '')
}
