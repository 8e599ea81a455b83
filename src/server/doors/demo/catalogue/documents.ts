import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { escapeXml } from '../xml.ts'
import type { Good } from './good.ts'

/** A document of a good: path in the export, title, and content as rows of text. */
export interface GoodDocument {
  path: string
  name: string
  title: string
  rows: readonly (readonly [label: string, value: string])[]
}

/** Groups whose goods have documents. */
const documentedGroups = new Set(['Дрели и шуруповёрты', 'Аппараты инверторные', 'Перчатки с покрытием'])

/** A passport of the good, and the rules of acceptance shared by all goods. */
export function documentsOf(good: Good): GoodDocument[] {
  if (!documentedGroups.has(good.category.split('/').at(-1) ?? '')) return []
  return [
    document(`passport ${good.article}`, `Паспорт ${good.article}`, 'Паспорт изделия', [
      ['Наименование', good.name],
      ['Артикул', good.article],
      ['Изготовитель', good.brand],
      ['Масса, кг', (good.grams / 1000).toFixed(3)],
      ...good.params,
      ['Хранение', 'В сухом помещении, в упаковке изготовителя'],
    ]),
    document('acceptance', 'Правила приёмки и хранения', 'Правила приёмки и хранения', [
      [
        'Приёмка',
        'По количеству мест при получении, по количеству и качеству внутри упаковки в течение 10 рабочих дней',
      ],
      ['Расхождения', 'Оформляются рекламацией в личном кабинете, к браку и пересортице прикладываются фотографии'],
      ['Хранение', 'В сухом помещении при температуре от +5 до +40 °C, вдали от нагревательных приборов'],
    ]),
  ]
}

/** Writes each document once, as DOCX; the same goods give the same bytes. */
export async function writeDocuments(folder: string, documents: readonly GoodDocument[]): Promise<void> {
  for (const each of new Map(documents.map((one) => [one.path, one])).values()) {
    const path = join(folder, each.path)
    await mkdir(dirname(path), { recursive: true })
    await pipeline(docx(each), createWriteStream(path))
  }
}

function document(key: string, name: string, title: string, rows: GoodDocument['rows']): GoodDocument {
  const digest = createHash('sha1').update(`document ${key}`).digest('hex')
  return { path: `import_files/${digest.slice(0, 2)}/${digest}.docx`, name, title, rows }
}

// Fixed, so that the same document gives the same bytes.
const mtime = new Date(2026, 10, 20)
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'

/** A DOCX with a title and a table of two columns. */
export function docx({ title, rows }: Pick<GoodDocument, 'title' | 'rows'>): NodeJS.ReadableStream {
  const parts = {
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">' +
      '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
      `<Override PartName="/word/document.xml" ContentType="${word}"/></Types>`,
    '_rels/.rels':
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">' +
      '<Relationship Id="rId1" ' +
      'Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" ' +
      'Target="word/document.xml"/></Relationships>',
    'word/document.xml':
      '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">' +
      `<w:body>${paragraph(title, { bold: true, halfPoints: 36 })}${table(rows)}<w:sectPr>` +
      '<w:pgSz w:w="11906" w:h="16838"/>' +
      '<w:pgMar w:top="1134" w:right="850" w:bottom="1134" w:left="1701" w:header="708" w:footer="708" ' +
      'w:gutter="0"/></w:sectPr></w:body></w:document>',
  }
  const zip = new ZipFile()
  for (const [name, xml] of Object.entries(parts))
    zip.addBuffer(Buffer.from(`${declaration}\n${xml}`), name, { mtime, mode: 0o100644 })
  zip.end()
  return zip.outputStream
}

function paragraph(text: string, { bold = false, halfPoints = 22 } = {}): string {
  return (
    `<w:p><w:r><w:rPr>${bold ? '<w:b/>' : ''}<w:sz w:val="${halfPoints}"/></w:rPr>` +
    `<w:t xml:space="preserve">${escapeXml(text)}</w:t></w:r></w:p>`
  )
}

function table(rows: GoodDocument['rows']): string {
  const cell = (width: number, text: string, bold: boolean) =>
    `<w:tc><w:tcPr><w:tcW w:w="${width}" w:type="dxa"/></w:tcPr>${paragraph(text, { bold })}</w:tc>`
  const lines = rows.map(([label, value]) => `<w:tr>${cell(3200, label, true)}${cell(6000, value, false)}</w:tr>`)
  return (
    '<w:tbl><w:tblPr><w:tblW w:w="9200" w:type="dxa"/></w:tblPr><w:tblGrid><w:gridCol w:w="3200"/>' +
    `<w:gridCol w:w="6000"/></w:tblGrid>${lines.join('')}</w:tbl>`
  )
}
