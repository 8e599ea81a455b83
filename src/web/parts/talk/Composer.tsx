import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { chatMessageLength, type ChatFile } from '#shared/api/talk/chat.ts'
import { CallError } from '#web/api/client.ts'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { fileSize } from '#web/ui/format.ts'
import { Icon, type IconName } from '#web/ui/Icon.tsx'
import { useNotify } from '#web/ui/notifications.tsx'
import { Answers, type Answer } from './Answers.tsx'
import { linkIcons } from './linked.ts'
import { LinkPicker, type LinkSource } from './LinkPicker.tsx'
import type { Draft, Sent } from './use-draft.ts'
import styles from './talk.module.css'

/** What has to be replaced in a canned answer: '{дата}'. */
const blankPattern = /\{[^{}\n]{1,40}\}/g
const linkLabel = 'Заказ или товар'

type ComposerProps = {
  label: string
  draft: Draft
  upload: (file: File) => Promise<ChatFile>
  send: (sent: Sent) => Promise<unknown>
  /** Where what may be named is found. */
  links: LinkSource
  /** Canned answers to choose among while the text begins with '/'. */
  answers?: readonly Answer[] | undefined
  onEditAnswers?: () => void
  /** Another way to send, beside the usual one. */
  also?: { label: string; send: (sent: Sent) => Promise<unknown> } | undefined
  /** Before the buttons; then the field has a row of its own. */
  children?: ReactNode
}

/** Where a message is written. One that was not answered is sent again under its key: it cannot be doubled. */
export function Composer({ label, draft, upload, send, links, answers, onEditAnswers, also, children }: ComposerProps) {
  const { text, files, linked } = draft
  const [picking, setPicking] = useState(false)
  const [busy, setBusy] = useState(false)
  const [chosen, setChosen] = useState(0)
  const [dismissed, setDismissed] = useState('')
  const picker = useRef<HTMLInputElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const notify = useNotify()
  const [blanks, setBlanks] = useState<readonly string[]>([])
  const looksUp = answers !== undefined && /^\/.*$/.test(text) && text !== dismissed
  const offered = looksUp ? answersNamed(text.slice(1), answers) : []
  const at = Math.min(chosen, offered.length - 1)

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

  async function submit(by: (sent: Sent) => Promise<unknown> = send) {
    if (busy || draft.isEmpty) return
    const blank = blanks.find((each) => text.includes(each))
    if (blank !== undefined) {
      notify({ tone: 'bad', text: `Замените ${blank} в ответе` })
      select(blank)
      return
    }
    await attempt(async () => {
      const sent = draft.toSend()
      await by(sent)
      draft.clear(sent)
    })
  }

  function attach(list: readonly File[]) {
    if (list.length === 0) return
    void attempt(async () => {
      // One after another: what was uploaded before one is refused stays.
      for (const file of list) draft.addFile(await upload(file))
    })
  }

  /** The first blank of a canned answer is selected, so that typing replaces it. */
  function take(answer: Answer) {
    const found = answer.text.match(blankPattern) ?? []
    flushSync(() => draft.setText(answer.text))
    setBlanks(found)
    select(found[0] ?? '')
  }

  function select(part: string) {
    const written = field.current
    if (!written) return
    const start = part === '' ? written.value.length : written.value.indexOf(part)
    written.focus()
    written.setSelectionRange(start, start + part.length)
  }

  function togglePicker() {
    if (picking) closePicker()
    else setPicking(true)
  }

  function closePicker() {
    setPicking(false)
    field.current?.focus()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (looksUp && (event.key === 'Escape' || (step !== 0 && offered.length > 0))) {
      event.preventDefault()
      if (step === 0) setDismissed(text)
      else setChosen((at + step + offered.length) % offered.length)
      return
    }
    if (event.key !== 'Enter' || event.shiftKey) return
    event.preventDefault()
    const answer = offered[at]
    if (answer) take(answer)
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
      {looksUp && onEditAnswers && <Answers answers={offered} chosen={at} onTake={take} onEdit={onEditAnswers} />}
      {picking && (
        <LinkPicker
          among={links}
          onPick={(each) => {
            draft.link(each)
            closePicker()
          }}
          onClose={closePicker}
        />
      )}
      <div className={styles.above}>
        {files.length + linked.length > 0 && (
          <ul className={styles.attachments} aria-label="К сообщению">
            {linked.map((each) => (
              <Attachment
                key={`${each.kind} ${each.id}`}
                icon={linkIcons[each.kind]}
                text={each.title}
                onRemove={() => draft.unlink(each)}
              />
            ))}
            {files.map(({ id, name, size }) => (
              <Attachment
                key={id}
                icon="document"
                text={name}
                beside={fileSize(size)}
                onRemove={() => draft.removeFile(id)}
              />
            ))}
          </ul>
        )}
        <p className={`${styles.keys} small dim`}>Enter отправляет, Shift + Enter – новая строка · файлы до 20 МБ</p>
      </div>
      <div className={styles.line} data-full={children !== undefined || undefined}>
        <input
          ref={picker}
          type="file"
          hidden
          multiple
          aria-label="Файл для чата"
          accept=".pdf,.docx,.xlsx,.jpg,.jpeg,.png"
          onChange={({ currentTarget }) => {
            const list = [...(currentTarget.files ?? [])]
            currentTarget.value = ''
            attach(list)
          }}
        />
        {children}
        <IconButton icon="clip" label="Приложить файл до 20 МБ" onClick={() => picker.current?.click()} />
        {children === undefined ? (
          <Button icon="link" className={styles.about} aria-expanded={picking} onClick={togglePicker}>
            {linkLabel}
          </Button>
        ) : (
          <IconButton icon="link" label={linkLabel} aria-expanded={picking} onClick={togglePicker} />
        )}
        <textarea
          ref={field}
          aria-label={label}
          placeholder={label}
          rows={1}
          maxLength={chatMessageLength}
          value={text}
          onChange={({ currentTarget }) => draft.setText(currentTarget.value)}
          onKeyDown={onKeyDown}
          onPaste={(event) => {
            const pasted = [...event.clipboardData.files]
            if (pasted.length === 0) return
            event.preventDefault()
            attach(pasted)
          }}
        />
        {also && (
          <Button data-also aria-disabled={draft.isEmpty || undefined} onClick={() => void submit(also.send)}>
            {also.label}
          </Button>
        )}
        <Button variant="primary" type="submit" icon="send" busy={busy}>
          Отправить
        </Button>
      </div>
    </form>
  )
}

function answersNamed(typed: string, answers: readonly Answer[]): Answer[] {
  const wanted = typed.trim().toLowerCase()
  return answers.filter(({ name }) => name.toLowerCase().startsWith(wanted))
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
