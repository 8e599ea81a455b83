import { maxTypes } from '#shared/api/staff/delivery.ts'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { Checkbox, TextField } from '#web/ui/forms/Field.tsx'
import type { TypeDraft } from './company-draft.ts'
import styles from './staff-delivery.module.css'

type TypesProps = { types: TypeDraft[]; errors: Record<string, string>; onChange: (types: TypeDraft[]) => void }

/** Delivery types of one carrier: to a terminal or to a door. */
export function TypesEditor({ types, errors, onChange }: TypesProps) {
  const set = (index: number, patch: Partial<TypeDraft>) =>
    onChange(types.map((type, each) => (each === index ? { ...type, ...patch } : type)))
  return (
    <fieldset className={styles.group}>
      <legend>Виды доставки</legend>
      {errors.types && (
        <p className="bad" role="alert">
          {errors.types}
        </p>
      )}
      {types.map((type, index) => (
        // New types have no id yet.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={type.id ?? `new ${index}`} className={styles.type}>
          <TextField
            label={`Вид ${index + 1}`}
            maxLength={200}
            value={type.header}
            error={errors[`types.${index}.header`]}
            onChange={({ currentTarget }) => set(index, { header: currentTarget.value })}
          />
          <Checkbox
            label="до терминала"
            checked={type.to_terminal}
            onChange={({ currentTarget }) => set(index, { to_terminal: currentTarget.checked })}
          />
          {type.id === undefined ? (
            <IconButton
              icon="trash"
              label={`Убрать вид ${index + 1}`}
              onClick={() => onChange(types.filter((_type, each) => each !== index))}
            />
          ) : (
            <Checkbox
              label="предлагать"
              checked={type.active}
              onChange={({ currentTarget }) => set(index, { active: currentTarget.checked })}
            />
          )}
        </div>
      ))}
      {types.length < maxTypes && (
        <div>
          <Button
            small
            icon="plus"
            onClick={() => onChange([...types, { header: '', to_terminal: true, active: true }])}
          >
            Добавить вид
          </Button>
        </div>
      )}
    </fieldset>
  )
}
