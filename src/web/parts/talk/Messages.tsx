import { Fragment, useEffect, useLayoutEffect, useRef, useState, type UIEvent } from 'react'
import type { ChatMessage } from '#shared/api/talk/chat.ts'
import { Button } from '#web/ui/Button.tsx'
import { Message, type MessagePlace } from './Message.tsx'
import styles from './talk.module.css'

type MessagesProps = MessagePlace & {
  messages: readonly ChatMessage[]
  /** The side of the current user. */
  side: ChatMessage['from_whom']
  /** Earlier messages exist. */
  more: boolean
  /** Loads them; resolves once they are there. */
  onEarlier: () => Promise<unknown>
  /** The message to show, from a search. */
  shown?: number | undefined
}

const dayFormat = new Intl.DateTimeFormat('ru-RU', { day: 'numeric', month: 'long', weekday: 'long' })
/** Closer to the top, earlier messages are loaded; closer to the end, new messages are followed. */
const nearPixels = 80

/**
 * Messages in order, with a separator for each day and above unread ones. It follows new messages, unless the user has
 * scrolled up; loading earlier messages does not move the visible ones.
 */
export function Messages({ messages, side, more, onEarlier, shown, ...place }: MessagesProps) {
  const log = useRef<HTMLDivElement>(null)
  const [loading, setLoading] = useState(false)
  // As it was when the talk was opened.
  const [news] = useState(() => messages.filter(({ from_whom: from, read, note }) => from !== side && !read && !note))
  const { follows, toEnd } = useFollowing(log, messages, side)

  useEffect(() => {
    if (shown === undefined) return
    const found = log.current?.querySelector<HTMLElement>(`[data-message="${shown}"]`)
    found?.scrollIntoView({ block: 'center' })
    found?.focus({ preventScroll: true })
  }, [shown])

  async function loadEarlier() {
    if (loading || !more) return
    setLoading(true)
    try {
      await onEarlier()
    } finally {
      setLoading(false)
    }
  }

  function onScroll({ currentTarget }: UIEvent<HTMLDivElement>) {
    follows.scrolled(currentTarget)
    if (currentTarget.scrollTop < nearPixels) void loadEarlier()
  }

  return (
    <div className={styles.frame}>
      {/* Focusable, so that the keyboard can scroll it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles.messages} role="log" aria-label="Переписка" tabIndex={0} ref={log} onScroll={onScroll}>
        {more && (
          <Button small className={styles.earlier} busy={loading} onClick={() => void loadEarlier()}>
            Показать раньше
          </Button>
        )}
        {messages.map((each, index) => {
          const day = dayFormat.format(new Date(each.date))
          const before = messages[index - 1]
          return (
            <Fragment key={each.id}>
              {(!before || dayFormat.format(new Date(before.date)) !== day) && <p className={styles.day}>{day}</p>}
              {each.id === news[0]?.id && (
                <p className={styles.day} data-new>
                  {`${news.length} ${news.length === 1 ? 'новое' : 'новых'}`}
                </p>
              )}
              <Message message={each} own={each.from_whom === side} isShown={each.id === shown} {...place} />
            </Fragment>
          )
        })}
      </div>
      {follows.isBehind && (
        <Button small className={styles.toEnd} icon="down" onClick={toEnd}>
          К последним
        </Button>
      )}
    </div>
  )
}

/** Scroll position: at the end, which follows new messages, or at a message, which stays in place. */
function useFollowing(
  log: { current: HTMLDivElement | null },
  messages: readonly ChatMessage[],
  side: ChatMessage['from_whom'],
) {
  const atEnd = useRef(true)
  const known = useRef({ first: undefined as number | undefined, height: 0 })
  const [isBehind, setBehind] = useState(false)
  const first = messages[0]?.id
  const last = messages.at(-1)

  function toEnd() {
    const { current } = log
    if (current) current.scrollTop = current.scrollHeight
  }

  // Before painting, so that nothing jumps.
  useLayoutEffect(() => {
    const { current } = log
    if (!current) return
    const before = known.current
    if (before.first !== undefined && first !== undefined && first < before.first && !atEnd.current)
      current.scrollTop += current.scrollHeight - before.height
    known.current = { first, height: current.scrollHeight }
  }, [log, first, last?.id])

  const isOwn = last?.from_whom === side
  useLayoutEffect(() => {
    if (atEnd.current || isOwn) toEnd()
    // Only new messages move the end.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [last?.id])

  return {
    toEnd,
    follows: {
      isBehind,
      scrolled({ scrollHeight, scrollTop, clientHeight }: HTMLDivElement) {
        const left = scrollHeight - scrollTop - clientHeight
        atEnd.current = left < nearPixels
        setBehind(left > clientHeight)
      },
    },
  }
}
