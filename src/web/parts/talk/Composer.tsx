import { useRef, useState, type KeyboardEvent } from 'react'
import { chatMessageLength, type ChatFile } from '#shared/api/talk/chat.ts'
import { CallError } from '#web/api/client.ts'
import { randomKey } from '#web/api/random-key.ts'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { fileSize } from '#web/ui/format.ts'
import { Icon, type IconName } from '#web/ui/Icon.tsx'
import { useNotify } from '#web/ui/notifications.tsx'
import { LinkPicker, type LinkedGood, type LinkedOrder, type LinkSource } from './LinkPicker.tsx'
import styles from './talk.module.css'

export type Draft = { message: string; files: number[]; orders: number[]; goods: number[]; key: string }

type ComposerProps = {
  label: string
  upload: (file: File) => Promise<ChatFile>
  send: (draft: Draft) => Promise<unknown>
  /** Where orders and goods to be named are found. */
  links: LinkSource
  /** Short words that stand for whole answers. */
  answers?: readonly { name: string; text: string }[]
}

/** Where a message is written. One that was not answered is sent again under its key: it cannot be doubled. */
export function Composer({ label, upload, send, links, answers = [] }: ComposerProps) {
  const [text, setText] = useState('')
  const [files, setFiles] = useState<ChatFile[]>([])
  const [orders, setOrders] = useState<LinkedOrder[]>([])
  const [goods, setGoods] = useState<LinkedGood[]>([])
  const [picking, setPicking] = useState(false)
  const [busy, setBusy] = useState(false)
  const key = useRef(randomKey())
  const picker = useRef<HTMLInputElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const notify = useNotify()
  const offered = text.startsWith('/') ? answers.filter(({ name }) => name.startsWith(text)) : []

  async function attempt(work: () => Promise<unknown>) {
    setBusy(true)
    try {
      await work()
    } catch (error) {
      const reason = error instanceof CallError ? Object.values(error.body.fields ?? {})[0] : undefined
      notify({ tone: 'bad', text: reason ?? (error instanceof Error ? error.message : String(error)) })
    } finally {
      setBusy(false)
    }
  }

  async function submit() {
    if (busy || (text.trim() === '' && files.length + orders.length + goods.length === 0)) return
    await attempt(async () => {
      await send({ message: text, files: idsOf(files), orders: idsOf(orders), goods: idsOf(goods), key: key.current })
      key.current = randomKey()
      setText('')
      setFiles([])
      setOrders([])
      setGoods([])
    })
  }

  function closePicker() {
    setPicking(false)
    field.current?.focus()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    const [answer] = offered
    if (answer) setText(answer.text)
    else void submit()
  }

  return (
    <form
      className={styles.composer}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      {offered.length > 0 && (
        <ul className={styles.answers} aria-label="Готовые ответы">
          {offered.map((answer) => (
            <li key={answer.name}>
              <button type="button" onClick={() => setText(answer.text)}>
                <b>{answer.name}</b> {answer.text}
              </button>
            </li>
          ))}
        </ul>
      )}
      {picking && (
        <LinkPicker
          among={links}
          onOrder={(order) => {
            setOrders([...without(orders, order.id), order])
            closePicker()
          }}
          onGood={(good) => {
            setGoods([...without(goods, good.id), good])
            closePicker()
          }}
          onClose={closePicker}
        />
      )}
      {files.length + orders.length + goods.length > 0 && (
        <ul className={styles.attachments} aria-label="К сообщению">
          {orders.map(({ id, number }) => (
            <Attachment
              key={id}
              icon="orders"
              text={`Заказ ${number}`}
              onRemove={() => setOrders(without(orders, id))}
            />
          ))}
          {goods.map(({ id, header }) => (
            <Attachment key={id} icon="tag" text={header} onRemove={() => setGoods(without(goods, id))} />
          ))}
          {files.map(({ id, name, size }) => (
            <Attachment
              key={id}
              icon="document"
              text={name}
              beside={fileSize(size)}
              onRemove={() => setFiles(without(files, id))}
            />
          ))}
        </ul>
      )}
      <div className={styles.line}>
        <input
          ref={picker}
          type="file"
          hidden
          aria-label="Файл для чата"
          accept=".pdf,.docx,.xlsx,.jpg,.jpeg,.png"
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? []
            currentTarget.value = ''
            if (file) void attempt(async () => setFiles([...files, await upload(file)]))
          }}
        />
        <IconButton icon="upload" label="Приложить файл до 20 МБ" onClick={() => picker.current?.click()} />
        <IconButton
          icon="link"
          label="Заказ или товар"
          aria-expanded={picking}
          onClick={() => (picking ? closePicker() : setPicking(true))}
        />
        <textarea
          ref={field}
          aria-label={label}
          placeholder={label}
          rows={1}
          maxLength={chatMessageLength}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <Button variant="primary" type="submit" busy={busy}>
          Отправить
        </Button>
      </div>
      <p className={`${styles.keys} small dim`}>Enter отправляет, Shift + Enter – новая строка · файлы до 20 МБ</p>
    </form>
  )
}

type AttachmentProps = { icon: IconName; text: string; beside?: string; onRemove: () => void }

function Attachment({ icon, text, beside, onRemove }: AttachmentProps) {
  return (
    <li className={styles.file}>
      <Icon name={icon} />
      <span className="clip">{text}</span>
      {beside !== undefined && <span className="dim nowrap">{beside}</span>}
      <IconButton icon="close" small label={`Убрать ${text}`} onClick={onRemove} />
    </li>
  )
}

const idsOf = (items: readonly { id: number }[]) => items.map(({ id }) => id)

function without<Item extends { id: number }>(items: readonly Item[], removed: number): Item[] {
  return items.filter(({ id }) => id !== removed)
}
