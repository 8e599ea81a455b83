import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { chatMessageLength, type ChatFile } from '#shared/api/talk/chat.ts'
import { CallError } from '#web/api/client.ts'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { fileSize } from '#web/ui/format.ts'
import { Icon, type IconName } from '#web/ui/Icon.tsx'
import { useNotify } from '#web/ui/notifications.tsx'
import { CannedAnswers, type CannedAnswer } from './CannedAnswers.tsx'
import { linkIcons } from './linked.ts'
import { LinkPicker, type LinkSource } from './LinkPicker.tsx'
import type { Draft, OutgoingMessage } from './use-draft.ts'
import styles from './talk.module.css'

/** Placeholders that must be replaced in a canned answer: '{дата}'. */
const placeholderPattern = /\{[^{}\n]{1,40}\}/g
const linkLabel = 'Заказ или товар'

type ComposerProps = {
  label: string
  draft: Draft
  upload: (file: File) => Promise<ChatFile>
  send: (message: OutgoingMessage) => Promise<unknown>
  /** Objects that can be linked to the message. */
  links: LinkSource
  /** Canned answers, offered while the text begins with '/'. */
  answers?: readonly CannedAnswer[] | undefined
  onEditAnswers?: () => void
  /** A second send button. */
  secondaryAction?: { label: string; send: (message: OutgoingMessage) => Promise<unknown> } | undefined
  /** Controls before the buttons; the field then has its own row. */
  children?: ReactNode
}

/** Form for a new message. A failed send is repeated with the same key, so that it is stored once. */
export function Composer({
  label,
  draft,
  upload,
  send,
  links,
  answers,
  onEditAnswers,
  secondaryAction,
  children,
}: ComposerProps) {
  const { text, files, linked } = draft
  const [isPicking, setPicking] = useState(false)
  const [busy, setBusy] = useState(false)
  const [chosenIndex, setChosenIndex] = useState(0)
  const [dismissed, setDismissed] = useState('')
  const fileInput = useRef<HTMLInputElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const notify = useNotify()
  const [placeholders, setPlaceholders] = useState<readonly string[]>([])
  const isLookingUp = answers !== undefined && /^\/.*$/.test(text) && text !== dismissed
  const matches = isLookingUp ? filterAnswers(text.slice(1), answers) : []
  const activeIndex = Math.min(chosenIndex, matches.length - 1)

  async function runBusy(action: () => Promise<unknown>) {
    setBusy(true)
    try {
      await action()
    } catch (error) {
      const reason = error instanceof CallError ? Object.values(error.body.fields ?? {})[0] : undefined
      notify({ tone: 'bad', text: reason ?? (error instanceof Error ? error.message : String(error)) })
    } finally {
      setBusy(false)
    }
  }

  async function submit(sendMessage: (message: OutgoingMessage) => Promise<unknown> = send) {
    if (busy || draft.isEmpty) return
    const unfilled = placeholders.find((each) => text.includes(each))
    if (unfilled !== undefined) {
      notify({ tone: 'bad', text: `Замените ${unfilled} в ответе` })
      selectText(unfilled)
      return
    }
    await runBusy(async () => {
      const message = draft.buildMessage()
      await sendMessage(message)
      draft.clearSent(message)
    })
  }

  function attach(list: readonly File[]) {
    if (list.length === 0) return
    void runBusy(async () => {
      // One after another: files uploaded before a refused one stay attached.
      for (const file of list) draft.addFile(await upload(file))
    })
  }

  /** Selects the first placeholder, so that typing replaces it. */
  function insertAnswer(answer: CannedAnswer) {
    const found = answer.text.match(placeholderPattern) ?? []
    flushSync(() => draft.setText(answer.text))
    setPlaceholders(found)
    selectText(found[0] ?? '')
  }

  function selectText(part: string) {
    const textarea = field.current
    if (!textarea) return
    const start = part === '' ? textarea.value.length : textarea.value.indexOf(part)
    textarea.focus()
    textarea.setSelectionRange(start, start + part.length)
  }

  function togglePicker() {
    if (isPicking) closePicker()
    else setPicking(true)
  }

  function closePicker() {
    setPicking(false)
    field.current?.focus()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (isLookingUp && (event.key === 'Escape' || (step !== 0 && matches.length > 0))) {
      event.preventDefault()
      if (step === 0) setDismissed(text)
      else setChosenIndex((activeIndex + step + matches.length) % matches.length)
      return
    }
    if (event.key !== 'Enter' || event.shiftKey) return
    event.preventDefault()
    const answer = matches[activeIndex]
    if (answer) insertAnswer(answer)
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
      {isLookingUp && onEditAnswers && (
        <CannedAnswers answers={matches} activeIndex={activeIndex} onChoose={insertAnswer} onEdit={onEditAnswers} />
      )}
      {isPicking && (
        <LinkPicker
          source={links}
          onPick={(each) => {
            draft.link(each)
            closePicker()
          }}
          onClose={closePicker}
        />
      )}
      <div className={styles.attachmentBar}>
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
                note={fileSize(size)}
                onRemove={() => draft.removeFile(id)}
              />
            ))}
          </ul>
        )}
        <p className={`${styles.keyHints} small dim`}>
          Enter отправляет, Shift + Enter – новая строка · файлы до 20 МБ
        </p>
      </div>
      <div className={styles.line} data-full={children !== undefined || undefined}>
        <input
          ref={fileInput}
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
        <IconButton icon="clip" label="Приложить файл до 20 МБ" onClick={() => fileInput.current?.click()} />
        {children === undefined ? (
          <Button icon="link" className={styles.linkButton} aria-expanded={isPicking} onClick={togglePicker}>
            {linkLabel}
          </Button>
        ) : (
          <IconButton icon="link" label={linkLabel} aria-expanded={isPicking} onClick={togglePicker} />
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
        {secondaryAction && (
          <Button
            data-also
            aria-disabled={draft.isEmpty || undefined}
            onClick={() => void submit(secondaryAction.send)}
          >
            {secondaryAction.label}
          </Button>
        )}
        <Button variant="primary" type="submit" icon="send" busy={busy}>
          Отправить
        </Button>
      </div>
    </form>
  )
}

function filterAnswers(typed: string, answers: readonly CannedAnswer[]): CannedAnswer[] {
  const query = typed.trim().toLowerCase()
  return answers.filter(({ name }) => name.toLowerCase().startsWith(query))
}

type AttachmentProps = { icon: IconName; text: string; note?: string; onRemove: () => void }

function Attachment({ icon, text, note, onRemove }: AttachmentProps) {
  return (
    <li className={styles.file}>
      <Icon name={icon} />
      <span className="clip">{text}</span>
      {note !== undefined && <span className="dim nowrap">{note}</span>}
      <IconButton icon="close" small label={`Убрать ${text}`} onClick={onRemove} />
    </li>
  )
}
