import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { Me } from '#shared/api/account/access.ts'
import { actingActions } from '#shared/api/administration/acting.ts'
import { setAskWho } from '#web/api/caller.ts'
import { call } from '#web/api/client.ts'
import { useContracts } from '#web/buyer/contracts/use-contracts.ts'
import { basketKey } from '#web/parts/basket/basket-sync.ts'
import { useBasketEdits } from '#web/parts/basket/BasketProvider.tsx'
import { useEndActing } from '#web/common/session/use-acting.ts'
import { meQuery } from '#web/common/session/use-session.ts'
import { Button } from '#web/ui/Button.tsx'
import { dateTime } from '#web/ui/format.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { useNotify } from '#web/ui/notifications.tsx'
import { useNow } from '#web/ui/use-now.ts'
import { createAsker, type Question } from './who-asked.ts'
import styles from './acting-bar.module.css'

const AskedByDialog = lazy(() =>
  import('#web/parts/acting/AskedByDialog.tsx').then((module) => ({ default: module.AskedByDialog })),
)

const ActionsDialog = lazy(() =>
  import('#web/parts/acting/ActionsDialog.tsx').then((module) => ({ default: module.ActionsDialog })),
)

const minuteMs = 60_000

type Acting = NonNullable<Me['acting']>

/** Over every page while staff act as a buyer: for whom, how long yet, and the way back; the page gets a frame. */
export function ActingBar({ me, acting }: { me: Me; acting: Acting }) {
  const { chosen } = useContracts()
  const minutes = useMinutesLeft(acting)
  const { back, isPending } = useWayBack(me)
  const { organisation } = me
  return (
    <>
      <div className={`${styles.bar} no-print`} role="region" aria-label="Работа за покупателя">
        <Icon name="enter" />
        <p className={styles.who}>
          <b className="bold">Вы работаете {acting.behalf}</b>
          <span className={styles.wide}>
            {organisation && `, ${organisation.header}`}
            {chosen && `, договор № ${chosen.number}`}
          </span>
        </p>
        <p className={styles.time}>
          <span className={styles.wide}>с {dateTime(acting.since).slice(-5)}, сеанс закончится через </span>
          <span className={styles.narrow}>{organisation?.header}, ещё </span>
          {minutes} мин
        </p>
        <span className="grow" />
        <p className={styles.journal}>
          В журнале: «{acting.name} {acting.behalf}»
        </p>
        <Actions behalf={acting.behalf} />
        <Button small busy={isPending} onClick={() => void back()}>
          <span>
            Вернуться<span className={styles.wide}> к поставщику</span>
          </span>
          <kbd className={styles.key} aria-hidden="true">
            Esc
          </kbd>
        </Button>
      </div>
      <div className={styles.frame} aria-hidden="true" />
      <WhoAsked behalf={acting.behalf} />
    </>
  )
}

/** How much has been done so far, and the list of it. Refetched with the basket. */
function Actions({ behalf }: { behalf: string }) {
  const [isOpen, setOpen] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: [...basketKey, 'acting'],
    queryFn: ({ signal }) => call(actingActions, {}, { signal }),
    refetchInterval: minuteMs,
  })
  const items = data?.items ?? []
  return (
    <>
      <Button
        small
        variant="plain"
        className={styles.actions}
        onClick={() => {
          setOpen(true)
          void refetch()
        }}
      >
        Действия{items.length > 0 && ` ${items.length}`}
      </Button>
      {isOpen && (
        <Suspense>
          <ActionsDialog
            behalf={behalf}
            items={items}
            error={data ? null : error}
            onRetry={() => void refetch()}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}

/** Reads the rest of the time every minute; a call in between prolongs it. */
function useMinutesLeft({ seconds_left }: Acting): number {
  const { dataUpdatedAt } = useQuery({ ...meQuery, refetchInterval: minuteMs, refetchIntervalInBackground: true })
  const now = useNow(minuteMs / 4)
  const passedSeconds = Math.max(0, now.getTime() - dataUpdatedAt) / 1000
  return Math.max(1, Math.ceil((seconds_left - passedSeconds) / 60))
}

/** Back to the customer's card, also by Esc where nothing else takes it. */
function useWayBack({ organisation }: Me) {
  const end = useEndActing()
  const { sync } = useBasketEdits()
  const notify = useNotify()
  const isPending = end.isPending || end.isSuccess
  async function back() {
    // Quantities typed a moment ago are still the buyer's.
    await sync.flush()
    end.mutate(organisation ? `/admin/customers/${organisation.id}` : '/admin', {
      onError: ({ message }) => notify({ tone: 'bad', title: 'Вернуться не удалось', text: message }),
    })
  }
  const latest = useRef(back)
  useEffect(() => {
    latest.current = back
  })
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.key === 'Escape' && !event.defaultPrevented && !event.repeat && !isTaken(event)) void latest.current()
    }
    // After all others, which may prevent it.
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
  return { back, isPending }
}

/** A field, a dialog or a menu takes the key. */
function isTaken({ target, isComposing }: KeyboardEvent): boolean {
  if (isComposing || document.querySelector('[data-modal], dialog[open], :popover-open') !== null) return true
  return target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null
}

/** Asks who asked for a call that moves money. */
function WhoAsked({ behalf }: { behalf: string }) {
  const [question, setQuestion] = useState<Question>()
  useEffect(() => {
    const asker = createAsker(setQuestion)
    setAskWho(asker)
    return () => {
      setAskWho(undefined)
      asker.giveUpAll()
    }
  }, [])
  if (!question) return null
  return (
    <Suspense>
      <AskedByDialog key={question.id} behalf={behalf} onSubmit={question.answer} onClose={question.giveUp} />
    </Suspense>
  )
}
