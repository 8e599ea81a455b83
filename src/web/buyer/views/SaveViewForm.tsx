import { useState, type FormEvent } from 'react'
import type { SavedFilter } from '#shared/api/views.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/forms/Field.tsx'
import { useNotify } from '#web/ui/notifications.tsx'
import { hasConditions, isSameAddress } from './same-address.ts'
import { useSaveFilter } from './use-saved-filters.ts'
import styles from './saved-views.module.css'

/** Saves the current view under a name; an existing name is replaced. */
export function SaveViewForm({ address, saved }: { address: string; saved: readonly SavedFilter[] }) {
  const [name, setName] = useState('')
  const save = useSaveFilter()
  const notify = useNotify()
  const header = name.trim()
  const sameName = saved.find((filter) => filter.header === header)
  const savedView = saved.find((filter) => isSameAddress(filter.address, address))

  function submit(event: FormEvent) {
    event.preventDefault()
    if (header === '') return
    save.mutate(
      { header, address },
      {
        onSuccess: () => {
          setName('')
          notify({ tone: 'ok', text: sameName ? `Вид «${header}» заменён` : `Вид «${header}» сохранён` })
        },
      },
    )
  }

  if (!hasConditions(address))
    return <p className={styles.hint}>Чтобы сохранить вид, выберите в каталоге хотя бы один фильтр</p>
  return (
    <form className={styles.save} onSubmit={submit}>
      <TextField
        label="Сохранить текущий вид"
        placeholder="Название"
        list="saved-views"
        autoComplete="off"
        maxLength={100}
        value={name}
        error={save.error?.message}
        hint={
          sameName ? 'Вид с таким названием будет заменён' : savedView && `Этот вид уже сохранён: «${savedView.header}»`
        }
        onChange={({ currentTarget }) => {
          setName(currentTarget.value)
          save.reset()
        }}
      />
      <Button variant="primary" type="submit" busy={save.isPending} disabled={header === ''}>
        {sameName ? 'Заменить' : 'Сохранить'}
      </Button>
      <datalist id="saved-views">
        {saved.map(({ id, header: each }) => (
          <option key={id} value={each}>
            {each}
          </option>
        ))}
      </datalist>
    </form>
  )
}
