import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import type { DraftDetails } from '#shared/api/drafts.ts'
import { BulkBar } from '#web/ui/tables/BulkBar.tsx'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'
import { withCount, dateTime, money } from '#web/ui/format.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Note } from '#web/ui/Note.tsx'
import { Page } from '#web/ui/page/Page.tsx'
import { usePhone } from '#web/ui/use-phone.ts'
import { DraftLineCards } from './DraftLineCards.tsx'
import { DraftLinesTable } from './DraftLinesTable.tsx'
import { DraftName } from './DraftName.tsx'
import { acceptedLineOf, countsOf, sumNow } from './line-changes.ts'
import { useDraftActions } from './use-draft-actions.ts'
import { everyDaysText, lineForms, taskText } from './texts.ts'

const ScheduleDialog = lazy(() => import('./ScheduleDialog.tsx').then((module) => ({ default: module.ScheduleDialog })))

type DraftScreenProps = {
  draft: DraftDetails
  /** The draft is being added to the basket. */
  repeating: boolean
  /** Undefined: all lines. */
  onRepeat: (lines?: number[]) => void
  onRemoved: () => void
}

/** A draft: its lines, their changes, and adding it to the basket. */
export function DraftScreen({ draft, repeating, onRepeat, onRemoved }: DraftScreenProps) {
  const [marked, setMarked] = useState<ReadonlySet<number>>(new Set())
  const [scheduling, setScheduling] = useState(false)
  const actions = useDraftActions(draft, onRemoved)
  const phone = usePhone()
  const { products: lines, schedule } = draft
  const chosen = lines.filter(({ id }) => marked.has(id)).map(({ id }) => id)
  const rows = { lines, marked, onMark: setMarked, ...actions }
  const repeat = (ids?: number[]) =>
    void actions.flush().then(
      () => onRepeat(ids),
      () => undefined,
    )
  return (
    <Page
      above={
        <>
          <Link to="/drafts" className="no-print">
            <Icon name="back" />
            Черновики
          </Link>
          {`сохранён ${dateTime(draft.created_at)} · договор № ${draft.contract.number} · ${draft.contract.contragent}`}
        </>
      }
      tab={draft.header}
      title={<DraftName draft={draft} large title={<span>{draft.header}</span>} />}
      extra={<Figures draft={draft} />}
      actions={
        <span className="row wrap no-print">
          <Button icon="clock" onClick={() => setScheduling(true)}>
            {schedule ? 'Расписание' : 'По расписанию…'}
          </Button>
          <Button icon="print" onClick={() => print()}>
            Печать
          </Button>
          <Button variant="danger" busy={actions.removing} onClick={actions.removeDraft}>
            Удалить
          </Button>
          {lines.length > 0 && (
            <Button variant="primary" icon="cart" busy={repeating} onClick={() => repeat()}>
              В корзину
            </Button>
          )}
        </span>
      }
    >
      {schedule && (
        <Note
          action={
            <Button small className="no-print" onClick={() => setScheduling(true)}>
              Изменить
            </Button>
          }
        >
          Шаблон: {everyDaysText(schedule)} – {taskText[schedule.task]}. Следующий раз {schedule.next}
        </Note>
      )}
      <ChangesNote draft={draft} busy={actions.changing} onAcceptAll={actions.accept} />
      {lines.length === 0 ? <EmptyDraft /> : phone ? <DraftLineCards {...rows} /> : <DraftLinesTable {...rows} />}
      {chosen.length > 0 && (
        <BulkBar count={chosen.length} onClear={() => setMarked(new Set())}>
          <Button small icon="cart" busy={repeating} onClick={() => repeat(chosen)}>
            В корзину
          </Button>
          <Button
            small
            variant="danger"
            onClick={() => {
              actions.removeLines(lines.filter(({ id }) => marked.has(id)))
              setMarked(new Set())
            }}
          >
            Удалить
          </Button>
        </BulkBar>
      )}
      {scheduling && (
        <Suspense>
          <ScheduleDialog draft={draft} onClose={() => setScheduling(false)} />
        </Suspense>
      )}
    </Page>
  )
}

function Figures({ draft }: { draft: DraftDetails }) {
  const currentSum = sumNow(draft)
  return (
    <span className="dim">
      {[
        withCount(draft.lines, lineForms),
        draft.sum !== null && money(draft.sum),
        currentSum !== undefined && `сегодня ${money(currentSum)}`,
      ]
        .filter(Boolean)
        .join(' · ')}
    </span>
  )
}

/** Summary of changes with a button that accepts all available ones. */
function ChangesNote({
  draft: { products },
  busy,
  onAcceptAll,
}: {
  draft: DraftDetails
  busy: boolean
  onAcceptAll: (accepted: NonNullable<ReturnType<typeof acceptedLineOf>>[]) => void
}) {
  const changed = products.filter(({ changes }) => changes.length > 0)
  if (changed.length === 0) return null
  const accepted = changed.flatMap((line) => acceptedLineOf(line) ?? [])
  const shortage = changed.some(({ now }) => now === null || now.qnt === 0)
  return (
    <Note
      tone={shortage ? 'bad' : 'warn'}
      role="status"
      action={
        accepted.length > 0 && (
          <Button small busy={busy} className="no-print" onClick={() => onAcceptAll(accepted)}>
            {shortage ? 'Принять, что есть' : 'Принять все'}
          </Button>
        )
      }
    >
      <b className="bold">
        {withCount(changed.length, ['строка изменилась', 'строки изменились', 'строк изменились'])} с того дня:
      </b>{' '}
      {countsOf(changed)}. Примите новое или исправьте строки
    </Note>
  )
}

function EmptyDraft() {
  return (
    <EmptyState
      title="В черновике не осталось строк"
      action={
        <Link to="/drafts" className={buttonClass()}>
          К черновикам
        </Link>
      }
    >
      Удалите его или сохраните новый из корзины
    </EmptyState>
  )
}
