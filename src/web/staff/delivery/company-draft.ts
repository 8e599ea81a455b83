import type { InputOf } from '#shared/api/endpoint.ts'
import type { saveDeliveryCompany, StaffCompany } from '#shared/api/staff/delivery.ts'

export type TypeDraft = { id?: number; header: string; to_terminal: boolean; active: boolean }
export type TerminalDraft = { id?: number; city: string; header: string; schedule: string; active: boolean }
export type CompanyDraft = { header: string; active: boolean; types: TypeDraft[]; terminals: TerminalDraft[] }

/** A new carrier starts with the two usual types. */
export function companyDraftOf(company: StaffCompany | undefined): CompanyDraft {
  if (company)
    return { header: company.header, active: company.active, types: company.types, terminals: company.terminals }
  return {
    header: '',
    active: true,
    types: [
      { header: 'До терминала', to_terminal: true, active: true },
      { header: 'До двери', to_terminal: false, active: true },
    ],
    terminals: [],
  }
}

/** All types, but only changed terminals: the others stay as stored. */
export function companyInputOf(
  draft: CompanyDraft,
  company: StaffCompany | undefined,
): InputOf<typeof saveDeliveryCompany> {
  const stored = new Map(company?.terminals.map((terminal) => [terminal.id, terminal]))
  const terminals = draft.terminals.filter(
    (terminal) => terminal.id === undefined || JSON.stringify(stored.get(terminal.id)) !== JSON.stringify(terminal),
  )
  return {
    id: company?.id,
    version: company?.version,
    header: draft.header,
    active: draft.active,
    types: draft.types,
    terminals,
  }
}

/**
 * Terminals pasted from a spreadsheet or a site, one per line: 'город; адрес; часы', separated by tabs, semicolons or
 * bars. Existing and duplicate ones are skipped; invalid lines are returned.
 */
export function withPastedTerminals(
  terminals: readonly TerminalDraft[],
  text: string,
): { terminals: TerminalDraft[]; added: number; invalid: string[] } {
  const existing = new Set(terminals.map(keyOf))
  const added: TerminalDraft[] = []
  const invalid: string[] = []
  for (const line of text
    .split(/\r?\n/)
    .map((each) => each.trim())
    .filter(Boolean)) {
    const [city = '', header = '', schedule = ''] = line.split(/\t|;|\|/).map((cell) => cell.trim())
    const terminal = { city, header, schedule, active: true }
    if (city === '' || header === '') invalid.push(line)
    else if (!existing.has(keyOf(terminal))) added.push(terminal)
    existing.add(keyOf(terminal))
  }
  return { terminals: [...terminals, ...added], added: added.length, invalid }
}

/** Server errors per terminal; visible fields show their own errors. */
export function terminalErrors(
  fields: Record<string, string>,
  { terminals }: Pick<InputOf<typeof saveDeliveryCompany>, 'terminals'>,
): string[] {
  return Object.entries(fields).flatMap(([field, message]) => {
    const index = /^terminals\.(\d+)/.exec(field)?.[1]
    const terminal = index === undefined ? undefined : terminals[Number(index)]
    return terminal ? [`${terminal.city || 'Без города'}, ${terminal.header || 'без адреса'}: ${message}`] : []
  })
}

function keyOf({ city, header }: { city: string; header: string }): string {
  return `${city}\n${header}`.toLowerCase()
}
