import { useState, type FormEvent } from 'react'
import { fieldErrorsOf } from '#web/api/client.ts'
import { Button } from '#web/ui/Button.tsx'
import { LoadError } from '#web/ui/page/EmptyState.tsx'
import { BarInput, Checkbox } from '#web/ui/forms/Field.tsx'
import { Card, CardBody } from '#web/ui/page/Page.tsx'
import { useLabels, useSaveLabel } from './use-labels.ts'
import styles from './good.module.css'

/** Labels of a product; a new label can be created here. */
export function LabelsCard({
  tags,
  error,
  onChange,
}: {
  tags: readonly number[]
  error: string | undefined
  onChange: (tags: readonly number[]) => void
}) {
  const { data, error: failure, refetch } = useLabels()
  const toggle = (id: number) => onChange(tags.includes(id) ? tags.filter((tag) => tag !== id) : [...tags, id])
  return (
    <Card title="Метки">
      <CardBody>
        {failure && !data && <LoadError error={failure} onRetry={() => void refetch()} />}
        <div className={styles.labels} role="group" aria-label="Метки товара">
          {data?.items.map(({ id, header }) => (
            <Checkbox key={id} label={header} checked={tags.includes(id)} onChange={() => toggle(id)} />
          ))}
        </div>
        {error !== undefined && (
          <p className="small bad" role="alert">
            {error}
          </p>
        )}
        <NewLabel onCreated={(id) => !tags.includes(id) && onChange([...tags, id])} />
      </CardBody>
    </Card>
  )
}

function NewLabel({ onCreated }: { onCreated: (id: number) => void }) {
  const save = useSaveLabel()
  const [name, setName] = useState('')
  const fieldErrors = fieldErrorsOf(save.error).header ?? save.error?.message

  function submit(event: FormEvent) {
    event.preventDefault()
    if (name.trim() === '') return
    save.mutate(
      { header: name },
      {
        onSuccess: ({ id }) => {
          setName('')
          onCreated(id)
        },
      },
    )
  }

  return (
    <form className="column" onSubmit={submit}>
      <div className="row">
        <BarInput
          label="Новая метка"
          placeholder="Новая метка"
          maxLength={60}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Button small type="submit" busy={save.isPending} disabled={name.trim() === ''}>
          Добавить
        </Button>
      </div>
      {fieldErrors !== undefined && (
        <span className="small bad" role="alert">
          {fieldErrors}
        </span>
      )}
    </form>
  )
}
