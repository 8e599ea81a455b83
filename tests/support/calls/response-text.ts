import { gunzipSync } from 'node:zlib'
import { textOf } from '../pdf.ts'
import { readWorkbook } from '../spreadsheet.ts'
import { unzippedFiles } from '../formats/unzipped.ts'

/** The text of a response, in any file format. */
export async function textOfResponse(response: Response): Promise<string> {
  const type = response.headers.get('content-type') ?? ''
  const bytes = Buffer.from(await response.arrayBuffer())
  // A header contains the file name.
  const disposition = decodeURIComponent(response.headers.get('content-disposition') ?? '')
  return `${disposition}\n${await textOfBytes(bytes, type)}`
}

async function textOfBytes(bytes: Buffer, type: string): Promise<string> {
  if (type.includes('spreadsheetml')) return JSON.stringify(await readWorkbook(bytes))
  if (bytes.subarray(0, 5).toString() === '%PDF-') return `${bytes.toString()}\n${await pdfText(bytes)}`
  if (bytes.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004') return textOfZip(bytes)
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return gunzipSync(bytes).toString()
  return bytes.toString()
}

/** Invalid PDFs of tests contain their text as plain bytes. */
async function pdfText(bytes: Buffer): Promise<string> {
  try {
    return await textOf(bytes)
  } catch {
    return ''
  }
}

async function textOfZip(bytes: Buffer): Promise<string> {
  const texts = []
  for (const [name, content] of Object.entries(await unzippedFiles(bytes)))
    texts.push(name, await textOfBytes(content, ''))
  return texts.join('\n')
}
