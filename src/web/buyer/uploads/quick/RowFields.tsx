import { quantity } from '#web/ui/format.ts'
import { CodeField } from './CodeField.tsx'
import { QuantityCell } from './QuantityCell.tsx'
import type { RowProps } from './row-props.ts'
import { stateOf } from './row-state.ts'

/** The two fields of a row, connected to its actions. */
export function RowCode({
  row: { key, code },
  rowNumber,
  answered: { answer },
  actions,
  placeholder,
  editing,
  onEditing,
}: RowProps & { placeholder?: string; editing: boolean; onEditing: (isEditing: boolean) => void }) {
  const { onChange, onSelectGood, onPaste, onRemove, onMove, find } = actions
  return (
    <CodeField
      rowKey={key}
      label={`Артикул или код, строка ${rowNumber}`}
      placeholder={placeholder}
      value={code}
      unknown={!editing && answer !== undefined && stateOf(answer) === 'unknown'}
      find={find}
      onType={(typed) => onChange(key, { code: typed })}
      onChoose={(goods) => onSelectGood(key, goods)}
      onPaste={(table) => onPaste(key, 'code', table)}
      onRemove={() => onRemove(key)}
      onEditing={onEditing}
      onMove={(to) =>
        onMove(key, to === 'quantity' ? { column: 'qnt', step: 0 } : { column: 'code', step: to === 'next' ? 1 : -1 })
      }
    />
  )
}

export function RowQuantity({
  row: { key, qnt },
  rowNumber,
  answered: { answer, isWaiting },
  actions: { onChange, onPaste, onMove },
}: RowProps) {
  const isSettled = answer !== undefined && !isWaiting
  return (
    <QuantityCell
      rowKey={key}
      label={`Количество, строка ${rowNumber}`}
      typed={qnt}
      accepted={isSettled && answer.accepted > 0 ? quantity(answer.accepted) : undefined}
      refused={isSettled && stateOf(answer) === 'quantity' && qnt.trim() !== ''}
      onType={(typed) => onChange(key, { qnt: typed })}
      onPaste={(table) => onPaste(key, 'qnt', table)}
      onMove={(to) =>
        onMove(key, to === 'nextCode' ? { column: 'code', step: 1 } : { column: 'qnt', step: to === 'next' ? 1 : -1 })
      }
    />
  )
}
