import { BrokenFile } from './broken-file.ts'
import { parseFlag, toCode } from './node.ts'

const maxCodeLength = 200

/**
 * Классификатор, Каталог or ПакетПредложений: what it says of itself, by attributes or by elements before or behind its
 * records.
 */
export type Section = {
  name: string
  id: string
  catalogueId: string
  /** СодержитТолькоИзменения; undefined: it does not say. */
  onlyChanges: boolean | undefined
  /** Ид of the price types that a package announces. */
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
    id: checkedCode(attributes['Ид'] ?? ''),
    catalogueId: checkedCode(attributes['ИдКаталога'] ?? ''),
    onlyChanges: parseFlag(attributes['СодержитТолькоИзменения']),
    priceTypes: [],
    offerCount: 0,
  }
}

/** Notes an element directly below the section. */
export function describeSection(section: Section, element: string, text: string): void {
  if (element === 'Ид') section.id ||= checkedCode(text)
  else if (element === 'ИдКаталога') section.catalogueId ||= checkedCode(text)
  else if (element === 'СодержитТолькоИзменения') section.onlyChanges = parseFlag(text) ?? section.onlyChanges
}

function checkedCode(text: string): string {
  const code = toCode(text)
  if (code.length > maxCodeLength) throw new BrokenFile(`Ид каталога или пакета длиннее ${maxCodeLength} знаков`)
  return code
}

/** Whether it says that it is whole; one that does not say brings only changes. */
export function isFull({ onlyChanges }: Section): boolean {
  return onlyChanges === false
}

/** A package's own Ид is its catalogue's, sometimes with '#'. */
export function catalogueOf({ name, id, catalogueId }: Section): string {
  return name === 'Каталог' ? id : catalogueId || toCode(id.split('#')[0] ?? '')
}

/**
 * The catalogues that sections tell of, and whether any of them claims to tell all of one. A package without offers
 * tells of none.
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
