import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { saveFavoriteList } from '#shared/api/lists.ts'
import { call, fieldErrorsOf } from '#web/api/client.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/forms/Field.tsx'
import { Modal } from '#web/ui/dialogs/Modal.tsx'
import type { NamedList } from './use-lists.ts'

type DialogProps = {
  /** The list to rename; undefined creates a new one. */
  list: NamedList | undefined
  onSaved: (id: number) => void
  onClose: () => void
}

/** Dialog for the name of a favourites list; validation errors appear at the field. */
export function ListNameDialog({ list, onSaved, onClose }: DialogProps) {
  const [name, setName] = useState(list?.header ?? '')
  const [missing, setMissing] = useState(false)
  const queries = useQueryClient()
  const save = useMutation({
    mutationFn: (header: string) => call(saveFavoriteList, { header, id: list?.id ?? null }),
    onError: (error) => console.error('list not saved', error),
    onSuccess: async ({ id }) => {
      await queries.invalidateQueries({ queryKey: ['catalogue'] })
      onSaved(id)
    },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    const header = name.trim()
    setMissing(header === '')
    if (header !== '') save.mutate(header)
  }

  return (
    <Modal
      opened
      onClose={onClose}
      width={420}
      title={list ? 'Переименовать список' : 'Новый список избранного'}
      footer={
        <>
          <span className="grow" />
          <Button onClick={onClose}>Отмена</Button>
          <Button variant="primary" type="submit" form="list-name" busy={save.isPending}>
            {list ? 'Сохранить' : 'Создать'}
          </Button>
        </>
      }
    >
      <form id="list-name" onSubmit={submit}>
        <TextField
          label="Название"
          placeholder="Например, «Расходники на месяц»"
          data-autofocus
          maxLength={100}
          value={name}
          error={missing ? 'Введите название' : errorOf(save.error)}
          onChange={({ currentTarget }) => {
            setName(currentTarget.value)
            setMissing(false)
            save.reset()
          }}
        />
      </form>
    </Modal>
  )
}

function errorOf(error: Error | null): string | undefined {
  if (error === null) return undefined
  return fieldErrorsOf(error).header ?? error.message
}
