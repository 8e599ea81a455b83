import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { LoadError } from '#web/ui/page/EmptyState.tsx'
import { TextField } from '#web/ui/forms/Field.tsx'
import { Note } from '#web/ui/Note.tsx'
import { useNotify } from '#web/ui/notifications.tsx'
import { Card, CardBody } from '#web/ui/page/Page.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import { LinkRow } from './LinkRow.tsx'
import { linksQuery, useCreateLink, useSaveYml } from './use-price-lists.ts'
import styles from './price-lists.module.css'

/** The contract's YML: a single download, or a permanent address with the latest data [S.13]. */
export function Links({ contract, number }: { contract: number; number: string | undefined }) {
  const { data: links, error, refetch } = useQuery(linksQuery(contract))
  return (
    <Card title="Ссылки для сайта" extra={<SaveYml contract={contract} />}>
      <CardBody>
        <p className="muted small">
          По ссылке ваш сайт сам забирает свежий прайс-лист договора{number !== undefined && ` № ${number}`} в формате
          YML (XML): цены, остатки, картинки, характеристики. Пароля у неё нет: ваши цены увидит каждый, кому вы её
          дадите. Сами ссылки видят сотрудники, которым доступен договор.
        </p>
      </CardBody>
      {!links ? (
        <CardBody>
          {error ? <LoadError error={error} onRetry={() => void refetch()} /> : <Skeleton width="100%" height={56} />}
        </CardBody>
      ) : (
        links.length > 0 && (
          <ul className={styles.items} aria-label="Ссылки для сайта">
            {links.map((link) => (
              <LinkRow key={link.id} link={link} contract={contract} />
            ))}
          </ul>
        )
      )}
      <CardBody>
        <NewLink contract={contract} />
      </CardBody>
    </Card>
  )
}

function SaveYml({ contract }: { contract: number }) {
  const notify = useNotify()
  const save = useSaveYml()
  return (
    <Button
      small
      icon="download"
      busy={save.isPending}
      title="Весь прайс-лист договора одним файлом"
      onClick={() =>
        save.mutate(contract, {
          onSuccess: (name) => notify({ tone: 'ok', text: `Файл ${name} сохранён` }),
          onError: ({ message }) => notify({ tone: 'bad', title: 'YML не скачан', text: message }),
        })
      }
    >
      Скачать YML (XML)
    </Button>
  )
}

function NewLink({ contract }: { contract: number }) {
  const [name, setName] = useState('')
  const [missing, setMissing] = useState(false)
  const make = useCreateLink(contract, () => setName(''))

  function submit(event: FormEvent) {
    event.preventDefault()
    const header = name.trim()
    setMissing(header === '')
    if (header !== '') make.mutate(header)
  }

  return (
    <form className={styles.newLink} onSubmit={submit}>
      <TextField
        label="Название новой ссылки"
        placeholder="Например, «Интернет-магазин»"
        maxLength={100}
        value={name}
        error={missing ? 'Введите название' : undefined}
        onChange={({ currentTarget }) => {
          setName(currentTarget.value)
          setMissing(false)
        }}
      />
      <Button type="submit" icon="link" busy={make.isPending}>
        Создать ссылку
      </Button>
      {make.error && (
        <Note tone="bad" role="alert">
          {make.error.message}
        </Note>
      )}
    </form>
  )
}
