import { Icon } from '#web/ui/Icon.tsx'
import {
  useChooseContract,
  useChooseWarehouse,
  useContracts,
  useWarehouses,
  type ContractOption,
} from './use-contracts.ts'
import styles from './pick.module.css'

/** Choice of the contract for all prices and stock. */
export function ContractPick({ onChosen }: { onChosen: () => void }) {
  const { contracts, chosen } = useContracts()
  const choose = useChooseContract(onChosen)
  if (contracts.length === 0) return null
  return (
    <Pick
      label="Договор"
      value={String(choose.isPending ? choose.variables : (chosen?.id ?? ''))}
      busy={choose.isPending}
      options={contracts.map((contract) => ({ value: String(contract.id), label: contractLabel(contract) }))}
      onPick={(value) => choose.mutate(Number(value))}
    />
  )
}

/** Choice of the warehouse; all of the contract's by default. */
export function WarehousePick({ onChosen }: { onChosen: () => void }) {
  const warehouses = useWarehouses()
  const choose = useChooseWarehouse(onChosen)
  if (warehouses.length < 2) return null
  const options = warehouses.map(({ id, header }) => ({ value: String(id), label: header }))
  return (
    <Pick
      label="Склад"
      value={String(choose.isPending ? choose.variables : (warehouses.find(({ selected }) => selected)?.id ?? 0))}
      busy={choose.isPending}
      options={[{ value: '0', label: 'Все склады' }, ...options]}
      onPick={(value) => choose.mutate(Number(value))}
    />
  )
}

function contractLabel({ number, date, contragent }: ContractOption): string {
  return `№ ${number}${date ? ` от ${date}` : ''} · ${contragent}`
}

type PickProps = {
  label: string
  value: string
  busy: boolean
  options: { value: string; label: string }[]
  onPick: (value: string) => void
}

function Pick({ label, value, busy, options, onPick }: PickProps) {
  return (
    <label className={styles.pick} data-busy={busy || undefined}>
      <small>{label}</small>
      <select value={value} aria-busy={busy} onChange={({ currentTarget }) => onPick(currentTarget.value)}>
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <Icon name="down" />
    </label>
  )
}
