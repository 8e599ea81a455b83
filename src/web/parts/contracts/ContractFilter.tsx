import { BarSelect } from '#web/ui/forms/Field.tsx'

type ContractFilterProps = {
  contracts: readonly { id: number; number: string; contragent: string }[]
  /** Id of the chosen contract. */
  contract: number | undefined
  /** Whether 'all contracts' is an option. */
  withAll?: boolean
  /** Text before the number, if there is no other label. */
  prefix?: string
  onChange: (contract: number | undefined) => void
}

/** Filter by contract, for users with several contracts. */
export function ContractFilter({ contracts, contract, withAll = false, prefix = '', onChange }: ContractFilterProps) {
  if (contracts.length < 2) return null
  const options = contracts.map(({ id, number, contragent }) => ({
    value: String(id),
    label: `${prefix}№ ${number} · ${contragent}`,
  }))
  return (
    <BarSelect
      label="Договор"
      options={withAll ? [{ value: '', label: 'Все договоры' }, ...options] : options}
      value={contract ?? ''}
      onChange={({ currentTarget: { value } }) => onChange(value === '' ? undefined : Number(value))}
    />
  )
}
