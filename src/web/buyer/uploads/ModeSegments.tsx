import { Segments } from '#web/ui/forms/Segments.tsx'
import type { CartMode } from './additions.ts'

/** Choice between setting and adding quantities of goods already in the basket. */
export function ModeSegments({ mode, onMode }: { mode: CartMode; onMode: (mode: CartMode) => void }) {
  return (
    <Segments
      label="Что делать с товарами, которые уже в корзине"
      options={[
        { value: 'add', label: 'Добавить' },
        { value: 'set', label: 'Заменить' },
      ]}
      value={mode}
      onChange={onMode}
    />
  )
}
