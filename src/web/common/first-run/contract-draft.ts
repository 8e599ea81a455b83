import { useState } from 'react'
import type { InputOf } from '#shared/api/endpoint.ts'
import type { makeFirstContract, Setup } from '#shared/api/account/setup.ts'

export type ContractDraft = Required<InputOf<typeof makeFirstContract>>

const key = 'first-contract'

/** The unsaved form; it survives a reload and the end of the session. */
export function useContractDraft(): [Partial<ContractDraft>, (patch: Partial<ContractDraft>) => void] {
  const [draft, setDraft] = useState(read)
  return [
    draft,
    (patch) =>
      setDraft((previous) => {
        const next = { ...previous, ...patch }
        sessionStorage.setItem(key, JSON.stringify(next))
        return next
      }),
  ]
}

export function clearContractDraft(): void {
  sessionStorage.removeItem(key)
}

/** The form with defaults for empty fields: the only price type, РРЦ by its name, all warehouses. */
export function filledIn(draft: Partial<ContractDraft>, { price_types: types, warehouses }: Setup): ContractDraft {
  const rrc = types.find(({ name }) => /ррц|рекоменд/i.test(name))
  const others = types.filter((each) => each !== rrc)
  return {
    company: '',
    inn: '',
    kpp: '',
    number: '',
    date: '',
    owner: '',
    owner_name: '',
    price_type: others.length === 1 ? (others[0]?.code ?? '') : '',
    rrc_type: rrc?.code ?? '',
    warehouses: warehouses.map(({ code }) => code),
    ...draft,
  }
}

function read(): Partial<ContractDraft> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? '{}')
    return typeof stored === 'object' && stored !== null ? stored : {}
  } catch {
    return {}
  }
}
