import { Fragment, useEffect, useLayoutEffect, useRef, useState, type UIEvent } from 'react'
import type { ChatMessage } from '#shared/api/talk/chat.ts'
import { Button } from '#web/ui/Button.tsx'
import { Message, type MessageLinks } from './Message.tsx'
import styles from './talk.module.css'

type MessagesProps = MessageLinks & {
  messages: readonly ChatMessage[]
  /** The side of the current user. */
  side: ChatMessage['from_whom']
  /** Whether earlier messages exist. */
  hasMore: boolean
  /** Loads them; resolves once they are there. */
  onLoadEarlier: () => Promise<unknown>
  /** A search result to scroll to. */
  highlightedId?: number | undefined
}

const dayFormat = new Intl.DateTimeFormat('ru-RU', { day: 'numeric', month: 'long', weekday: 'long' })
/** Closer to the top, earlier messages are loaded; closer to the end, new messages are followed. */
const nearPixels = 80

/**
 * Messages in order, with a separator for each day and above unread ones. It follows new messages, unless the user has
 * scrolled up; loading earlier messages does not move the visible ones.
 */
export function Messages({ messages, side, hasMore, onLoadEarlier, highlightedId, ...links }: MessagesProps) {
  const log = useRef<HTMLDivElement>(null)
  const [loading, setLoading] = useState(false)
  // Unread when the chat was opened; the separator stays while they are read.
  const [unread] = useState(() => messages.filter(({ from_whom: from, read, note }) => from !== side && !read && !note))
  const { position, scrollToEnd } = useScrollPosition(log, messages, side)

  useEffect(() => {
    if (highlightedId === undefined) return
    const found = log.current?.querySelector<HTMLElement>(`[data-message="${highlightedId}"]`)
    found?.scrollIntoView({ block: 'center' })
    found?.focus({ preventScroll: true })
  }, [highlightedId])

  async function loadEarlier() {
    if (loading || !hasMore) return
    setLoading(true)
    try {
      await onLoadEarlier()
    } finally {
      setLoading(false)
    }
  }

  function onScroll({ currentTarget }: UIEvent<HTMLDivElement>) {
    position.update(currentTarget)
    if (currentTarget.scrollTop < nearPixels) void loadEarlier()
  }

  return (
    <div className={styles.frame}>
      {/* Focusable, so that the keyboard can scroll it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles.messages} role="log" aria-label="Переписка" tabIndex={0} ref={log} onScroll={onScroll}>
        {hasMore && (
          <Button small className={styles.earlier} busy={loading} onClick={() => void loadEarlier()}>
            Показать раньше
          </Button>
        )}
        {messages.map((each, index) => {
          const day = dayFormat.format(new Date(each.date))
          const previous = messages[index - 1]
          return (
            <Fragment key={each.id}>
              {(!previous || dayFormat.format(new Date(previous.date)) !== day) && <p className={styles.day}>{day}</p>}
              {each.id === unread[0]?.id && (
                <p className={styles.day} data-new>
                  {`${unread.length} ${unread.length === 1 ? 'новое' : 'новых'}`}
                </p>
              )}
              <Message
                message={each}
                own={each.from_whom === side}
                isHighlighted={each.id === highlightedId}
                {...links}
              />
            </Fragment>
          )
        })}
      </div>
      {position.isBehind && (
        <Button small className={styles.scrollToEnd} icon="down" onClick={scrollToEnd}>
          К последним
        </Button>
      )}
    </div>
  )
}

/** Keeps the scroll position: at the end it follows new messages, elsewhere the visible message stays in place. */
function useScrollPosition(
  log: { current: HTMLDivElement | null },
  messages: readonly ChatMessage[],
  side: ChatMessage['from_whom'],
) {
  const atEnd = useRef(true)
  const lastLayout = useRef({ first: undefined as number | undefined, height: 0 })
  const [isBehind, setBehind] = useState(false)
  const first = messages[0]?.id
  const last = messages.at(-1)

  function scrollToEnd() {
    const { current } = log
    if (current) current.scrollTop = current.scrollHeight
  }

  // Before painting, so that nothing jumps.
  useLayoutEffect(() => {
    const { current } = log
    if (!current) return
    const previous = lastLayout.current
    if (previous.first !== undefined && first !== undefined && first < previous.first && !atEnd.current)
      current.scrollTop += current.scrollHeight - previous.height
    lastLayout.current = { first, height: current.scrollHeight }
  }, [log, first, last?.id])

  const isOwn = last?.from_whom === side
  useLayoutEffect(() => {
    if (atEnd.current || isOwn) scrollToEnd()
    // Only new messages move the end.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [last?.id])

  return {
    scrollToEnd,
    position: {
      isBehind,
      update({ scrollHeight, scrollTop, clientHeight }: HTMLDivElement) {
        const distanceToEnd = scrollHeight - scrollTop - clientHeight
        atEnd.current = distanceToEnd < nearPixels
        setBehind(distanceToEnd > clientHeight)
      },
    },
  }
}
