import type { StaffParameter } from '#shared/api/staff-parameters.ts'
import { Button } from '#web/ui/Button.tsx'
import { counted } from '#web/ui/format.ts'
import { Note } from '#web/ui/Note.tsx'
import type { ParameterRows } from './ParametersTable.tsx'
import styles from './parameters.module.css'

const namedAtMost = 4

/** Parameters by which nobody can filter, for nearly every good has a value of its own: staff confirm that they are hidden. */
export function Proposal({ parameters, onShow }: { parameters: readonly StaffParameter[]; onShow: ParameterRows['onShow'] }) {
  if (parameters.length === 0) return null
  const ids = parameters.map(({ id }) => id)
  const names = parameters.slice(0, namedAtMost).map(({ header }) => `«${header}»`).join(', ')
  const others = parameters.length - namedAtMost
  return (
    <Note
      tone="warn"
      action={
        <span className={styles.buttons}>
          <Button small onClick={() => onShow(ids, { filter: 'yes' })}>
            Показывать в фильтре
          </Button>
          <Button small onClick={() => onShow(ids, { filter: 'no', card: 'no' })}>
            Скрыть {parameters.length}
          </Button>
        </span>
      }
    >
      <b>Предлагаем скрыть {counted(parameters.length, ['параметр', 'параметра', 'параметров'])}:</b> {names}
      {others > 0 && ` и ещё ${others}`}. Почти у каждого товара своё значение. В фильтре их пока нет, в карточке товара они видны.
    </Note>
  )
}
