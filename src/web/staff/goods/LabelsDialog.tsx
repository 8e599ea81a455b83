import { useRef, useState, type FormEvent } from 'react'
import type { GoodsLabel } from '#shared/api/staff/labels.ts'
import { CallError, fieldErrorsOf } from '#web/api/client.ts'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { EmptyState, LoadError } from '#web/ui/page/EmptyState.tsx'
import { TextField } from '#web/ui/forms/Field.tsx'
import { withCount } from '#web/ui/format.ts'
import { Modal } from '#web/ui/dialogs/Modal.tsx'
import { useNotify } from '#web/ui/notifications.tsx'
import { useDeleteLabel, useLabels, useSaveLabel } from './use-labels.ts'
import styles from './labels.module.css'

const focusOnMount = (field: HTMLInputElement | null) => field?.focus()

/** Labels that buyers filter by: created, renamed, deleted. */
export function LabelsDialog({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useLabels()
  return (
    <Modal opened onClose={onClose} width={520} title="Метки" anchored>
      <div className="column">
        <NewLabel />
        {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
        {data?.items.length === 0 && (
          <EmptyState title="Меток пока нет">Придумайте первую: «Выбор мастера», «Сделано в России»</EmptyState>
        )}
        <ul className={styles.labels} aria-label="Метки">
          {data?.items.map((label) => (
            <LabelRow key={label.id} label={label} onReload={refetch} />
          ))}
        </ul>
      </div>
    </Modal>
  )
}

function NewLabel() {
  const save = useSaveLabel()
  const [name, setName] = useState('')
  const field = useRef<HTMLInputElement>(null)
  function add(event: FormEvent) {
    event.preventDefault()
    save.mutate({ header: name }, { onSuccess: () => setName(''), onSettled: () => field.current?.focus() })
  }
  return (
    <form className={styles.form} onSubmit={add}>
      <TextField
        ref={field}
        label="Новая метка"
        hint="По меткам покупатели отбирают товары в каталоге"
        error={errorMessageOf(save.error)}
        maxLength={60}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        data-autofocus
      />
      <Button type="submit" variant="primary" busy={save.isPending}>
        Добавить
      </Button>
    </form>
  )
}

function LabelRow({ label, onReload }: { label: GoodsLabel; onReload: () => Promise<unknown> }) {
  const [editing, setEditing] = useState(false)
  const remove = useDeleteLabel()
  const notify = useNotify()
  const confirm = useConfirm()
  const { id, header, count } = label

  async function deleteLabel() {
    if (
      count > 0 &&
      !(await confirm(`Удалить метку «${header}»? Её потеряют ${withCount(count, ['товар', 'товара', 'товаров'])}`))
    )
      return
    remove.mutate(id, { onError: ({ message }) => notify({ tone: 'bad', text: message }) })
  }

  if (editing) return <EditLabel label={label} onReload={onReload} onDone={() => setEditing(false)} />
  return (
    <li>
      <span className={styles.name}>{header}</span>
      <span className="dim nowrap">{withCount(count, ['товар', 'товара', 'товаров'])}</span>
      <IconButton icon="edit" label={`Переименовать: ${header}`} onClick={() => setEditing(true)} />
      <IconButton
        icon="trash"
        label={`Удалить: ${header}`}
        disabled={remove.isPending}
        onClick={() => void deleteLabel()}
      />
    </li>
  )
}

function EditLabel({
  label: { id, header, version },
  onReload,
  onDone,
}: {
  label: GoodsLabel
  onReload: () => Promise<unknown>
  onDone: () => void
}) {
  const save = useSaveLabel()
  const [name, setName] = useState(header)
  const isConflict = save.error instanceof CallError && save.error.status === 409
  function submit(event: FormEvent) {
    event.preventDefault()
    save.mutate({ id, version, header: name }, { onSuccess: onDone })
  }
  return (
    <li>
      <form className={styles.form} onSubmit={submit}>
        <TextField
          ref={focusOnMount}
          label="Название метки"
          error={isConflict ? 'Метку уже переименовал кто-то другой' : errorMessageOf(save.error)}
          maxLength={60}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return
            event.stopPropagation()
            onDone()
          }}
        />
        {isConflict ? (
          <Button onClick={() => void onReload().then(onDone)}>Загрузить заново</Button>
        ) : (
          <Button type="submit" variant="primary" busy={save.isPending}>
            Сохранить
          </Button>
        )}
        <Button onClick={onDone}>Отменить</Button>
      </form>
    </li>
  )
}

function errorMessageOf(error: Error | null): string | undefined {
  if (error instanceof CallError) return Object.values(fieldErrorsOf(error))[0] ?? error.message
  return error?.message
}
