import type { Archive } from './archive.ts'
import { readPart } from './xml-part.ts'

/** A sheet of a workbook, and the part of the archive with its cells. */
export type Worksheet = { name: string; part: string; isHidden: boolean }

const maxPartBytes = 4 * 1024 * 1024

/** Sheets of an XLSX workbook in order; undefined for other archives. */
export async function listWorksheets(archive: Archive): Promise<Worksheet[] | undefined> {
  const parts = ['xl/workbook.xml', 'xl/_rels/workbook.xml.rels']
  if (!parts.every((name) => archive.names.includes(name))) return undefined
  const sheets: { name: string; relation: string; isHidden: boolean }[] = []
  await readTags(archive, 'xl/workbook.xml', (tag, attributes) => {
    if (tag === 'sheet')
      sheets.push({
        name: attributes.name ?? '',
        relation: relationId(attributes),
        isHidden: attributes.state === 'hidden' || attributes.state === 'veryHidden',
      })
  })
  const targets = new Map<string, string>()
  await readTags(archive, 'xl/_rels/workbook.xml.rels', (tag, { Id, Target }) => {
    if (tag !== 'Relationship' || Id === undefined || Target === undefined) return
    targets.set(Id, Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`)
  })
  return sheets.flatMap(({ name, relation, isHidden }) => {
    const part = targets.get(relation)
    return part !== undefined && archive.names.includes(part) ? [{ name, part, isHidden }] : []
  })
}

function relationId(attributes: Record<string, string>): string {
  return attributes['r:id'] ?? Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1] ?? ''
}

async function readTags(
  archive: Archive,
  part: string,
  onTag: (tag: string, attributes: Record<string, string>) => void,
): Promise<void> {
  await readPart(await archive.open(part), maxPartBytes, { open: onTag })
}
