import { useEffect, useRef, useState, type FormEvent } from 'react'
import type { Synonyms } from '#shared/api/staff/synonyms.ts'
import { CallError, fieldErrorsOf } from '#web/api/client.ts'
import { BarSearch } from '#web/ui/tables/BarSearch.tsx'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { EmptyState, LoadError } from '#web/ui/page/EmptyState.tsx'
import { TextField } from '#web/ui/forms/Field.tsx'
import { withCount } from '#web/ui/format.ts'
import { useNotify } from '#web/ui/notifications.tsx'
import { Card, CardBody, Page } from '#web/ui/page/Page.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import { useDeleteSynonyms, useSaveSynonyms, useSynonyms } from './use-synonyms.ts'
import styles from './synonyms.module.css'

const undoMs = 8000
/** Moves the focus into the field opened by 'Изменить'. */
const focusOnMount = (field: HTMLInputElement | null) => field?.focus()

/** Search synonyms: the words of each set are treated as equal. */
export function SynonymsScreen({ word }: { word?: string | undefined }) {
  const { data, error, refetch } = useSynonyms()
  const [query, setQuery] = useState('')
  const sets = data?.items.filter(({ words }) =>
    words.some((word) => word.toLowerCase().includes(query.trim().toLowerCase())),
  )
  return (
    <Page
      title="Синонимы поиска"
      extra={data && <span className="dim nowrap">{withCount(data.items.length, ['набор', 'набора', 'наборов'])}</span>}
      actions={
        <BarSearch label="Найти слово" placeholder="Найти слово" value={query} onSearch={(text) => setQuery(text)} />
      }
    >
      <Card>
        <CardBody>
          <NewSet key={word} word={word} />
        </CardBody>
        {error && !data ? (
          <LoadError error={error} onRetry={() => void refetch()} />
        ) : sets === undefined ? (
          <CardBody>
            <Skeleton width="60%" height={20} />
          </CardBody>
        ) : sets.length === 0 ? (
          <EmptyState title={query === '' ? 'Синонимов пока нет' : `Слова «${query}» в наборах нет`}>
            {query === ''
              ? 'Добавьте первый набор: слова, которые говорят покупатели, рядом со словами каталога'
              : 'Добавьте набор с этим словом'}
          </EmptyState>
        ) : (
          <ul className={styles.sets}>
            {sets.map((set) => (
              <SetRow key={set.id} set={set} />
            ))}
          </ul>
        )}
      </Card>
    </Page>
  )
}

/** `word`: begins the set, and the field has the focus. */
function NewSet({ word }: { word: string | undefined }) {
  const save = useSaveSynonyms()
  const [text, setText] = useState(word === undefined ? '' : `${word}, `)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (word !== undefined) field.current?.focus()
  }, [word])
  function add(event: FormEvent) {
    event.preventDefault()
    save.mutate({ words: parseWords(text) }, { onSuccess: () => setText(''), onSettled: () => field.current?.focus() })
  }
  return (
    <form className={styles.form} onSubmit={add}>
      <TextField
        ref={field}
        label="Новый набор"
        hint="Через запятую, например: болгарка, УШМ, угловая шлифмашина. Поиск узнает о нём через несколько секунд"
        error={errorMessageOf(save.error)}
        value={text}
        maxLength={1200}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Button type="submit" variant="primary" busy={save.isPending}>
        Добавить
      </Button>
    </form>
  )
}

function SetRow({ set }: { set: Synonyms }) {
  const [editing, setEditing] = useState(false)
  const save = useSaveSynonyms()
  const remove = useDeleteSynonyms()
  const notify = useNotify()
  const name = set.words.join(', ')

  function deleteSet() {
    const restore = () =>
      save
        .mutateAsync({ words: set.words })
        .catch(({ message }: Error) => notify({ tone: 'bad', title: 'Набор не возвращён', text: message }))
    remove.mutate(set.id, {
      onSuccess: () =>
        notify({
          tone: 'ok',
          fadeMs: undoMs,
          text: `Удалено: ${name}`,
          action: { label: 'Вернуть', onPress: () => void restore() },
        }),
      onError: ({ message }) => notify({ tone: 'bad', text: message }),
    })
  }

  if (editing) return <EditRow set={set} onDone={() => setEditing(false)} />
  return (
    <li>
      <span className={styles.words}>{name}</span>
      <IconButton icon="edit" label={`Изменить: ${name}`} onClick={() => setEditing(true)} />
      <IconButton icon="trash" label={`Удалить: ${name}`} disabled={remove.isPending} onClick={deleteSet} />
    </li>
  )
}

function EditRow({ set, onDone }: { set: Synonyms; onDone: () => void }) {
  const save = useSaveSynonyms()
  const [text, setText] = useState(set.words.join(', '))
  function submit(event: FormEvent) {
    event.preventDefault()
    save.mutate({ id: set.id, words: parseWords(text) }, { onSuccess: onDone })
  }
  return (
    <li>
      <form className={styles.form} onSubmit={submit}>
        <TextField
          ref={focusOnMount}
          label="Слова через запятую"
          error={errorMessageOf(save.error)}
          value={text}
          maxLength={1200}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          onKeyDown={({ key }) => key === 'Escape' && onDone()}
        />
        <Button type="submit" variant="primary" busy={save.isPending}>
          Сохранить
        </Button>
        <Button onClick={onDone}>Отменить</Button>
      </form>
    </li>
  )
}

function parseWords(text: string): string[] {
  return text
    .split(/[,;\n]/)
    .map((word) => word.trim())
    .filter(Boolean)
}

function errorMessageOf(error: Error | null): string | undefined {
  if (error instanceof CallError) return Object.values(fieldErrorsOf(error))[0] ?? error.message
  return error?.message
}
