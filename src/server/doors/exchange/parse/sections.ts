import { BrokenFile } from './broken-file.ts'
import { parseFlag, toCode } from './node.ts'

const maxCodeLength = 200

/**
 * Data of a Классификатор, Каталог or ПакетПредложений, from attributes or from elements before or after its records.
 */
export type Section = {
  name: string
  id: string
  catalogueId: string
  /** СодержитТолькоИзменения; undefined: not given. */
  onlyChanges: boolean | undefined
  /** Ид of the price types announced by a package. */
  priceTypes: string[]
  offerCount: number
}

const sectionNames = new Set(['Классификатор', 'Каталог', 'ПакетПредложений', 'ИзмененияПакетаПредложений'])

export function isSection(element: string): boolean {
  return sectionNames.has(element)
}

export function openSection(name: string, attributes: Record<string, string>): Section {
  return {
    name,
    id: validCode(attributes['Ид'] ?? ''),
    catalogueId: validCode(attributes['ИдКаталога'] ?? ''),
    onlyChanges: parseFlag(attributes['СодержитТолькоИзменения']),
    priceTypes: [],
    offerCount: 0,
  }
}

/** Reads an element directly below the section. */
export function describeSection(section: Section, element: string, text: string): void {
  if (element === 'Ид') section.id ||= validCode(text)
  else if (element === 'ИдКаталога') section.catalogueId ||= validCode(text)
  else if (element === 'СодержитТолькоИзменения') section.onlyChanges = parseFlag(text) ?? section.onlyChanges
}

function validCode(text: string): string {
  const code = toCode(text)
  if (code.length > maxCodeLength) throw new BrokenFile(`Ид каталога или пакета длиннее ${maxCodeLength} знаков`)
  return code
}

/** Whether it is declared full; without a declaration it contains changes only. */
export function isFull({ onlyChanges }: Section): boolean {
  return onlyChanges === false
}

/** A package has its catalogue's Ид, sometimes followed by '#'. */
export function catalogueOf({ name, id, catalogueId }: Section): string {
  return name === 'Каталог' ? id : catalogueId || toCode(id.split('#')[0] ?? '')
}

/**
 * The catalogues covered by sections, and whether any section claims to be full. A package without offers covers none.
 */
export function cataloguesOf(sections: readonly Section[]): { code: string; full: boolean }[] {
  const full = new Map<string, boolean>()
  for (const section of sections) {
    if (section.name === 'Классификатор' || (section.name !== 'Каталог' && section.offerCount === 0)) continue
    const code = catalogueOf(section)
    full.set(code, isFull(section) || full.get(code) === true)
  }
  return [...full].map(([code, whole]) => ({ code, full: whole }))
}
