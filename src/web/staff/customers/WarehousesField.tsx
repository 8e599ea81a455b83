import { IconButton } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/forms/Field.tsx'
import { preferWarehouse, toggleWarehouse } from './terms-draft.ts'
import styles from './customers.module.css'

type FieldProps = {
  options: readonly { id: number; header: string }[]
  /** In order of preference. */
  chosen: readonly number[]
  error: string | undefined
  onChange: (chosen: number[]) => void
}

/** Warehouses that the contract buys from; the first one is taken first. */
export function WarehousesField({ options, chosen, error, onChange }: FieldProps) {
  const listed = [
    ...chosen.flatMap((id) => options.find((each) => each.id === id) ?? []),
    ...options.filter(({ id }) => !chosen.includes(id)),
  ]
  return (
    <fieldset className={styles.warehouses} aria-invalid={error !== undefined || undefined}>
      <legend>Склады по порядку: сначала отгружаем с первого</legend>
      {listed.map(({ id, header }) => (
        <span key={id} className={styles.warehouse}>
          <Checkbox
            label={header}
            checked={chosen.includes(id)}
            onChange={() => onChange(toggleWarehouse(chosen, id))}
          />
          {chosen.indexOf(id) > 0 && (
            <IconButton
              icon="up"
              small
              label={`${header}: отгружать раньше`}
              onClick={() => onChange(preferWarehouse(chosen, id))}
            />
          )}
        </span>
      ))}
      {error !== undefined && (
        <span className="small bad" role="alert">
          {error}
        </span>
      )}
    </fieldset>
  )
}
