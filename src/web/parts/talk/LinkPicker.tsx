import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { IconButton } from '#web/ui/Button.tsx'
import { BarInput } from '#web/ui/forms/Field.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { linkIcons, type LinkedObject } from './linked.ts'
import styles from './talk.module.css'

/** Finds objects to link: the newest for '', else by number, article or name. */
export type LinkSource = {
  cacheKey: string
  search: (query: string, signal: AbortSignal) => Promise<readonly LinkedObject[]>
}

type PickerProps = {
  source: LinkSource
  onPick: (linked: LinkedObject) => void
  onClose: () => void
}

const debounceMs = 250

/** Picker of orders, claims, invoices and goods to link to a message. Esc closes it. */
export function LinkPicker({ source: { cacheKey, search }, onPick, onClose }: PickerProps) {
  const [text, setText] = useState('')
  const [query] = useDebouncedValue(text.trim(), debounceMs)
  const { data, error } = useQuery({
    queryKey: ['talk-links', cacheKey, query],
    queryFn: ({ signal }) => search(query, signal),
    placeholderData: keepPreviousData,
  })
  return (
    // Handles Esc of the field and of the buttons inside.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className={styles.linkPicker}
      onKeyDown={({ key }) => {
        if (key === 'Escape') onClose()
      }}
    >
      <div className="row">
        <BarInput
          label="Найти заказ, рекламацию, счёт или товар"
          placeholder="Номер заказа, рекламации, УПД или товар"
          type="search"
          maxLength={100}
          // Opened by a button, so the focus moves into the field.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          onKeyDown={(event) => {
            // Enter must not send the message.
            if (event.key === 'Enter') event.preventDefault()
          }}
        />
        <IconButton icon="close" label="Закрыть выбор" onClick={onClose} />
      </div>
      {error && <p className="small bad">{error.message}</p>}
      <ul className={styles.links} aria-label="О чём сообщение">
        {data?.map((linked) => (
          <li key={`${linked.kind} ${linked.id}`}>
            <button type="button" onClick={() => onPick(linked)}>
              <Icon name={linkIcons[linked.kind]} />
              <b>{linked.title}</b>
              <span className="dim">{linked.facts}</span>
            </button>
          </li>
        ))}
      </ul>
      {data?.length === 0 && (
        <p className="small dim" role="status">
          {query === '' ? 'Заказов пока нет; товар найдите по артикулу или названию' : `По «${query}» ничего нет`}
        </p>
      )}
    </div>
  )
}
