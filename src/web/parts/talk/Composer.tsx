import { useRef, useState, type KeyboardEvent } from 'react'
import { chatMessageLength, type ChatFile } from '#shared/api/talk/chat.ts'
import { CallError } from '#web/api/client.ts'
import { randomKey } from '#web/api/random-key.ts'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { fileSize } from '#web/ui/format.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { useNotify } from '#web/ui/notifications.tsx'
import styles from './talk.module.css'

export type Draft = { message: string; files: number[]; key: string }

type ComposerProps = {
  label: string
  upload: (file: File) => Promise<ChatFile>
  send: (draft: Draft) => Promise<unknown>
  /** Short words that stand for whole answers. */
  answers?: readonly { name: string; text: string }[]
}

/** Where a message is written. One that was not answered is sent again under its key: it cannot be doubled. */
export function Composer({ label, upload, send, answers = [] }: ComposerProps) {
  const [text, setText] = useState('')
  const [files, setFiles] = useState<ChatFile[]>([])
  const [busy, setBusy] = useState(false)
  const key = useRef(randomKey())
  const picker = useRef<HTMLInputElement>(null)
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
    if (busy || (text.trim() === '' && files.length === 0)) return
    await attempt(async () => {
      await send({ message: text, files: files.map(({ id }) => id), key: key.current })
      key.current = randomKey()
      setText('')
      setFiles([])
    })
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
      {files.length > 0 && (
        <div className="row wrap">
          {files.map((file) => (
            <span key={file.id} className={styles.file}>
              <Icon name="document" /> {file.name}, {fileSize(file.size)}
              <IconButton
                icon="close"
                small
                label={`Убрать ${file.name}`}
                onClick={() => setFiles(files.filter(({ id }) => id !== file.id))}
              />
            </span>
          ))}
        </div>
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
        <textarea
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
      <p className={`${styles.keys} small dim`}>Enter отправляет, Shift + Enter – новая строка</p>
    </form>
  )
}
