import { detectUtf16 } from './decode-text.ts'
import { UnreadableTable, unreadableMessages } from './unreadable-table.ts'

/** Kind of a file, by its bytes: name and type are unreliable. */
export type TableKind = 'zip' | 'workbook' | 'markup' | 'text'

const signatures: readonly { bytes: readonly number[]; kind: TableKind | keyof typeof messagesByKind }[] = [
  { bytes: [0x50, 0x4b, 0x03, 0x04], kind: 'zip' },
  { bytes: [0x50, 0x4b, 0x05, 0x06], kind: 'zip' },
  { bytes: [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1], kind: 'workbook' },
  // Workbooks without an OLE container: BIFF2, 3, 4 and 5 begin with their BOF record.
  { bytes: [0x09, 0x00, 0x04, 0x00], kind: 'workbook' },
  { bytes: [0x09, 0x02, 0x06, 0x00], kind: 'workbook' },
  { bytes: [0x09, 0x04, 0x06, 0x00], kind: 'workbook' },
  { bytes: [0x09, 0x08, 0x08, 0x00], kind: 'workbook' },
  { bytes: [0x09, 0x08, 0x10, 0x00], kind: 'workbook' },
  { bytes: [0x89, 0x50, 0x4e, 0x47], kind: 'image' },
  { bytes: [0xff, 0xd8, 0xff], kind: 'image' },
  { bytes: [0x47, 0x49, 0x46, 0x38], kind: 'image' },
  { bytes: [0x42, 0x4d], kind: 'image' },
  { bytes: [0x49, 0x49, 0x2a, 0x00], kind: 'image' },
  { bytes: [0x4d, 0x4d, 0x00, 0x2a], kind: 'image' },
  { bytes: [0x52, 0x49, 0x46, 0x46], kind: 'image' },
  { bytes: [0x25, 0x50, 0x44, 0x46], kind: 'pdf' },
  { bytes: [0x52, 0x61, 0x72, 0x21], kind: 'archive' },
  { bytes: [0x37, 0x7a, 0xbc, 0xaf], kind: 'archive' },
  { bytes: [0x1f, 0x8b], kind: 'archive' },
  { bytes: [0x4d, 0x5a, 0x90], kind: 'program' },
  { bytes: [0x7f, 0x45, 0x4c, 0x46], kind: 'program' },
  // '{\\rtf' and 'MIME-Version'.
  { bytes: [0x7b, 0x5c, 0x72, 0x74, 0x66], kind: 'letter' },
  { bytes: [0x4d, 0x49, 0x4d, 0x45, 0x2d], kind: 'page' },
]

export const supportedTablesMessage = 'Загрузите таблицу XLSX, XLS, ODS или CSV'

const messagesByKind = {
  image: `Это картинка, а не таблица. ${supportedTablesMessage}`,
  pdf: `Это документ PDF, а не таблица. ${supportedTablesMessage}`,
  archive: unreadableMessages.archive,
  program: `Это не таблица. ${supportedTablesMessage}`,
  letter: `Это документ Word (RTF), а не таблица. ${supportedTablesMessage}`,
  page: 'Это веб-страница в одном файле (MHTML). Откройте её в Excel и сохраните как XLSX',
} as const

/** Detects the kind by content. Throws UnreadableTable for pictures, PDF, archives and other binary files. */
export function detectTableKind(bytes: Uint8Array): TableKind {
  if (bytes.length === 0) throw new UnreadableTable('Файл пуст')
  // Many texts begin with 'BM'.
  const known = signatures.find(
    ({ bytes: signature, kind }) =>
      signature.every((byte, index) => bytes[index] === byte) &&
      (kind !== 'image' || signature.length > 2 || looksBinary(bytes)),
  )
  if (known) {
    if (known.kind === 'zip' || known.kind === 'workbook') return known.kind
    throw new UnreadableTable(messagesByKind[known.kind as keyof typeof messagesByKind])
  }
  if (looksBinary(bytes)) throw new UnreadableTable(`Файл не удалось прочитать как таблицу. ${supportedTablesMessage}`)
  return looksLikeMarkup(bytes) ? 'markup' : 'text'
}

/** Whether there are control bytes that texts do not contain; only UTF-16 contains zeros. */
function looksBinary(bytes: Uint8Array): boolean {
  if (detectUtf16(bytes)) return false
  const head = bytes.subarray(0, 4096)
  let controlBytes = 0
  for (const byte of head) if (byte < 9 || (byte > 13 && byte < 32 && byte !== 0x1a && byte !== 0x1b)) controlBytes += 1
  return controlBytes > head.length / 500
}

function looksLikeMarkup(bytes: Uint8Array): boolean {
  const start = new TextDecoder('latin1')
    .decode(bytes.subarray(0, 2048))
    .replace(/^(ï»¿|ÿþ|þÿ)/, '')
    .replaceAll('\0', '')
    .trimStart()
  return /^<(?:\?xml|!doctype|!--|html|head|body|meta|style|table|div|workbook|\w+:workbook)/i.test(start)
}
