import { TextDecoder } from 'node:util'
import { BrokenFile } from './broken-file.ts'

/** Enough for the declaration, a comment and the root's name. */
const headLength = 1024
/** Length of '&#x0010FFFF;', the longest reference that a chunk boundary may cut. */
const maxReferenceLength = 12

/**
 * Decodes an XML file for saxes: encoding by BOM, by the bytes of the root's name, or by declaration (UTF-8, UTF-16,
 * windows-1251…). Drops leading blanks and replaces characters forbidden in XML by spaces.
 */
export async function* decodeXml(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let head: Uint8Array = new Uint8Array(0)
  let decoder: TextDecoder | undefined
  let started = false
  let pending = ''

  function* clean(decoded: string, last: boolean): Generator<string> {
    let text = pending + decoded
    pending = ''
    if (!started) {
      text = text.trimStart()
      if (text === '') return
      started = true
    }
    if (!last) {
      const cut = findOpenReference(text)
      pending = text.slice(cut)
      text = text.slice(0, cut)
    }
    if (text !== '') yield replaceForbidden(text)
  }

  for await (const chunk of bytes) {
    if (decoder !== undefined) {
      yield* clean(decoder.decode(chunk, { stream: true }), false)
      continue
    }
    head = head.length === 0 ? chunk : Buffer.concat([head, chunk])
    if (head.length < headLength) continue
    decoder = decoderOf(head)
    yield* clean(decoder.decode(head, { stream: true }), false)
  }
  if (decoder !== undefined) {
    yield* clean(decoder.decode(), true)
  } else {
    yield* clean(decoderOf(head).decode(head), true)
  }
}

function decoderOf(head: Uint8Array): TextDecoder {
  const encoding = encodingOf(head)
  try {
    return new TextDecoder(encoding)
  } catch {
    throw new BrokenFile(`Кодировка «${encoding}» не поддерживается`)
  }
}

function encodingOf(head: Uint8Array): string {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return 'utf-8'
  if (head[0] === 0x3c && head[1] === 0) return 'utf-16le'
  if (head[0] === 0 && head[1] === 0x3c) return 'utf-16be'
  // The declaration may be wrong; the bytes of the root's name are reliable.
  const start = Buffer.from(head.subarray(0, headLength))
  const rootEncoding = rootSpellings.find(({ bytes }) => start.includes(bytes))
  if (rootEncoding !== undefined) return rootEncoding.encoding
  const declaration = start.toString('latin1')
  return /<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]+)["']/i.exec(declaration)?.[1]?.toLowerCase() ?? 'utf-8'
}

/** Root element of every CommerceML file. */
const rootName = 'КоммерческаяИнформация'
const rootSpellings = [
  { encoding: 'utf-8', bytes: Buffer.from(rootName) },
  // А–я are contiguous in windows-1251, as in Unicode.
  {
    encoding: 'windows-1251',
    bytes: Buffer.from(Array.from(rootName, (letter) => letter.charCodeAt(0) - 0x410 + 0xc0)),
  },
]

export function assertRootName(name: string): void {
  if (name !== rootName) throw new BrokenFile(`Это не CommerceML и не YML: корневой элемент «${name}»`)
}

/** Start of a character reference that the end of this text may cut; the text's length if none. */
function findOpenReference(text: string): number {
  const at = text.lastIndexOf('&')
  if (at < 0 || at < text.length - maxReferenceLength || text.indexOf(';', at) >= 0) return text.length
  return at
}

function replaceForbidden(text: string): string {
  // eslint-disable-next-line no-control-regex
  const plain = text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, ' ')
  return plain.includes('&#')
    ? plain.replace(/&#(x[0-9a-f]+|\d+);/gi, (whole, code: string) => (allowed(code) ? whole : ' '))
    : plain
}

function allowed(code: string): boolean {
  const point = /^x/i.test(code) ? Number.parseInt(code.slice(1), 16) : Number(code)
  if (point < 0x20) return point === 0x9 || point === 0xa || point === 0xd
  return point <= 0xd7ff || (point >= 0xe000 && point <= 0xfffd) || (point >= 0x10000 && point <= 0x10ffff)
}
