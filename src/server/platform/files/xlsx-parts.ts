import { cellStyles } from './xlsx-cells.ts'

/** Parts of a workbook that do not depend on its rows (ECMA-376, SpreadsheetML). */

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
export const mainNamespace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageRelationships = 'http://schemas.openxmlformats.org/package/2006/relationships'
const spreadsheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

export const contentTypes =
  `${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
  '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
  '<Default Extension="xml" ContentType="application/xml"/>' +
  `<Override PartName="/xl/workbook.xml" ContentType="${spreadsheetType}.sheet.main+xml"/>` +
  `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${spreadsheetType}.worksheet+xml"/>` +
  `<Override PartName="/xl/worksheets/sheet2.xml" ContentType="${spreadsheetType}.worksheet+xml"/>` +
  `<Override PartName="/xl/styles.xml" ContentType="${spreadsheetType}.styles+xml"/>` +
  '<Override PartName="/docProps/core.xml" ' +
  'ContentType="application/vnd.openxmlformats-package.core-properties+xml"/></Types>'

export const rootRelationships =
  `${declaration}<Relationships xmlns="${packageRelationships}">` +
  `<Relationship Id="rId1" Type="${relationships}/officeDocument" Target="xl/workbook.xml"/>` +
  '<Relationship Id="rId2" ' +
  'Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties" ' +
  'Target="docProps/core.xml"/></Relationships>'

export const workbookRelationships =
  `${declaration}<Relationships xmlns="${packageRelationships}">` +
  `<Relationship Id="rId1" Type="${relationships}/worksheet" Target="worksheets/sheet1.xml"/>` +
  `<Relationship Id="rId2" Type="${relationships}/worksheet" Target="worksheets/sheet2.xml"/>` +
  `<Relationship Id="rId3" Type="${relationships}/styles" Target="styles.xml"/></Relationships>`

/** `title` must be escaped. */
export function coreProperties({ title, createdAt }: { title: string; createdAt: Date }): string {
  const created = createdAt.toISOString().replace(/\.\d+/, '')
  return (
    `${declaration}<cp:coreProperties ` +
    'xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" ' +
    'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" ' +
    `xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><dc:title>${title}</dc:title>` +
    `<dcterms:created xsi:type="dcterms:W3CDTF">${created}</dcterms:created></cp:coreProperties>`
  )
}

/** Two sheets, the second hidden; `names` is the XML of defined names. */
export function workbookXml({ sheets, names }: { sheets: readonly [string, string]; names: string }): string {
  return (
    `${declaration}<workbook xmlns="${mainNamespace}" xmlns:r="${relationships}"><bookViews>` +
    `<workbookView activeTab="0"/></bookViews><sheets><sheet name="${sheets[0]}" sheetId="1" r:id="rId1"/>` +
    `<sheet name="${sheets[1]}" sheetId="2" state="hidden" r:id="rId2"/></sheets>` +
    `<definedNames>${names}</definedNames></workbook>`
  )
}

export function worksheetStart(inner: string): string {
  return `${declaration}<worksheet xmlns="${mainNamespace}">${inner}<sheetData>`
}

type CellFormat = {
  format?: number
  font?: number
  fill?: number
  border?: number
  unlocked?: true
  quotePrefix?: true
  wrap?: true
  /** Indented from the number on its left. */ indent?: true
}

const [general, hundredths, whole, textFormat, tenths, thousandths] = [0, 4, 3, 49, 164, 165]
const input = { fill: 3, border: 1, unlocked: true } as const

const cellFormats: Record<(typeof cellStyles)[number], CellFormat> = {
  plain: {},
  title: { font: 1 },
  note: { font: 2 },
  header: { font: 3, fill: 2, border: 1, wrap: true },
  inputHeader: { font: 3, fill: 3, border: 1, wrap: true },
  text: { format: general },
  guarded: { format: textFormat, quotePrefix: true },
  code: { format: textFormat, indent: true },
  money: { format: hundredths },
  whole: { format: whole },
  tenths: { format: tenths },
  hundredths: { format: hundredths },
  thousandths: { format: thousandths },
  inputMoney: { ...input, format: hundredths },
  inputWhole: { ...input, format: whole },
  inputTenths: { ...input, format: tenths },
  inputHundredths: { ...input, format: hundredths },
  inputThousandths: { ...input, format: thousandths },
}

/** Fonts: plain, title, note, header. Fills: the two required by the format, header, input. */
export const stylesXml = [
  `${declaration}<styleSheet xmlns="${mainNamespace}">`,
  `<numFmts count="2"><numFmt numFmtId="${tenths}" formatCode="#,##0.0"/>`,
  `<numFmt numFmtId="${thousandths}" formatCode="#,##0.000"/></numFmts>`,
  '<fonts count="4"><font><sz val="10"/><name val="Arial"/></font>',
  '<font><b/><sz val="13"/><name val="Arial"/></font>',
  '<font><sz val="9"/><color rgb="FF667085"/><name val="Arial"/></font>',
  '<font><b/><sz val="10"/><name val="Arial"/></font></fonts>',
  '<fills count="4"><fill><patternFill patternType="none"/></fill>',
  '<fill><patternFill patternType="gray125"/></fill>',
  '<fill><patternFill patternType="solid"><fgColor rgb="FFE9EEF5"/></patternFill></fill>',
  '<fill><patternFill patternType="solid"><fgColor rgb="FFFFF7D6"/></patternFill></fill></fills>',
  '<borders count="2"><border><left/><right/><top/><bottom/><diagonal/></border>',
  `<border>${['left', 'right', 'top', 'bottom'].map(thinLine).join('')}<diagonal/></border></borders>`,
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
  `<cellXfs count="${cellStyles.length}">${cellStyles.map((name) => xf(cellFormats[name])).join('')}</cellXfs>`,
  '<cellStyles count="1"><cellStyle name="Обычный" xfId="0" builtinId="0"/></cellStyles></styleSheet>',
].join('')

function thinLine(side: string): string {
  return `<${side} style="thin"><color rgb="FFC9D1DC"/></${side}>`
}

function xf({ format = 0, font = 0, fill = 0, border = 0, unlocked, quotePrefix, wrap, indent }: CellFormat): string {
  const inner = [
    wrap && '<alignment horizontal="center" vertical="center" wrapText="1"/>',
    indent && '<alignment horizontal="left" indent="1"/>',
    unlocked && '<protection locked="0"/>',
  ]
    .filter(Boolean)
    .join('')
  const attributes = [
    `numFmtId="${format}" fontId="${font}" fillId="${fill}" borderId="${border}" xfId="0"`,
    format > 0 && 'applyNumberFormat="1"',
    font > 0 && 'applyFont="1"',
    fill > 0 && 'applyFill="1"',
    border > 0 && 'applyBorder="1"',
    unlocked && 'applyProtection="1"',
    (wrap || indent) && 'applyAlignment="1"',
    quotePrefix && 'quotePrefix="1"',
  ]
    .filter(Boolean)
    .join(' ')
  return inner === '' ? `<xf ${attributes}/>` : `<xf ${attributes}>${inner}</xf>`
}
