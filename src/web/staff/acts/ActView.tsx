import { useState, type ReactNode } from 'react'
import { endpointAddress } from '#shared/api/address.ts'
import { actNoteLength, staffActPdf, type StaffActDetails } from '#shared/api/money/staff-acts.ts'
import { isBuilt } from '#shared/rules/act-states.ts'
import { kopecks, roubles } from '#shared/rules/money.ts'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { FileLink } from '#web/ui/files/FileLink.tsx'
import { dateTime, money, price, withCount } from '#web/ui/format.ts'
import { BarSelect, TextArea } from '#web/ui/forms/Field.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Note } from '#web/ui/Note.tsx'
import { useNotify } from '#web/ui/notifications.tsx'
import { DisputedLines } from './DisputedLines.tsx'
import { StaffActTag } from './StaffActTag.tsx'
import { useAssignAct, useSetActNote, useSendReplies } from './use-staff-acts.ts'
import styles from './staff-acts.module.css'

type Frame = (parts: { children: ReactNode; footer?: ReactNode }) => ReactNode

/**
 * An act for staff: its balances, what the buyer disputes, the replies, a note and the history. `isPage`: the title
 * names it.
 */
export function ActView({ act, frame, isPage }: { act: StaffActDetails; frame: Frame; isPage?: boolean }) {
  const isWaiting = act.state === 'disputed' && act.replied_at === null
  return frame({
    children: (
      <>
        <ActHeader act={act} isPage={isPage} />
        {act.state === 'failed' && <Note tone="bad">{act.error}</Note>}
        {isBuilt(act.state) && <Balances act={act} />}
        {act.disputed > 0 && act.state === 'disputed' && <DisputedLines act={act} isOpen={isWaiting} />}
        <NoteForm key={act.id} act={act} />
        <History act={act} />
      </>
    ),
    ...(isWaiting && { footer: <ReplyBar act={act} /> }),
  })
}

function ActHeader({ act, isPage }: { act: StaffActDetails; isPage: boolean | undefined }) {
  const assign = useAssignAct()
  const notify = useNotify()
  return (
    <>
      <div className="row wrap">
        {!isPage && <h2 className={styles.title}>{act.number}</h2>}
        <StaffActTag act={act} />
        <span className="grow" />
        {isBuilt(act.state) && (
          <FileLink className={buttonClass({ small: true })} href={endpointAddress(staffActPdf, { id: act.id })}>
            <Icon name="print" />
            Акт, PDF
          </FileLink>
        )}
        <BarSelect
          label="Исполнитель"
          options={[
            { value: '', label: 'Никто не взял' },
            ...act.colleagues.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          value={act.assignee_id === null ? '' : String(act.assignee_id)}
          onChange={({ currentTarget: { value } }) =>
            assign.mutate(
              { id: act.id, ...(value === '' ? {} : { assignee: Number(value) }) },
              { onError: ({ message }) => notify({ tone: 'bad', text: message }) },
            )
          }
        />
      </div>
      <div className={`${styles.origin} small muted`}>
        <span className={styles.contragent}>{act.contract.contragent}</span>
        {act.organisation !== act.contract.contragent && <span>{act.organisation}</span>}
        <span>договор № {act.contract.number}</span>
        <span>
          {act.startdate} – {act.enddate}
        </span>
      </div>
    </>
  )
}

function Balances({ act }: { act: StaffActDetails }) {
  const { startdate, enddate, opening, debit, credit, closing, book, difference } = act
  return (
    <dl className={styles.balances}>
      <Balance name={`Сальдо на ${startdate}`} sum={price(opening)} />
      <Balance name="Дебет" sum={price(debit)} />
      <Balance name="Кредит" sum={price(credit)} />
      <Balance name={`Сальдо на ${enddate}`} sum={price(closing)} strong />
      {book && difference !== null && (
        <>
          <Balance name="У покупателя" sum={price(roubles(kopecks(closing) - kopecks(difference)))} />
          <Balance name="Разница" sum={price(difference)} strong={difference !== 0} />
        </>
      )}
    </dl>
  )
}

function Balance({ name, sum, strong }: { name: string; sum: string; strong?: boolean }) {
  return (
    <div data-strong={strong || undefined}>
      <dt>{name}</dt>
      <dd>{sum}</dd>
    </div>
  )
}

function NoteForm({ act: { id, note } }: { act: StaffActDetails }) {
  const save = useSetActNote()
  const notify = useNotify()
  const [text, setText] = useState(note)
  return (
    <form
      className="column"
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate({ id, note: text }, { onSuccess: () => notify({ tone: 'ok', text: 'Заметка сохранена' }) })
      }}
    >
      <TextArea
        label="Заметка для коллег"
        hint="Покупатель её не увидит"
        rows={2}
        maxLength={actNoteLength}
        value={text}
        error={save.error?.message}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      {text.trim() !== note && (
        <div>
          <Button small type="submit" busy={save.isPending}>
            Сохранить заметку
          </Button>
        </div>
      )}
    </form>
  )
}

function History({ act }: { act: StaffActDetails }) {
  const { state, book, disputed, accepted, refused } = act
  const events: { at: string | null; text: string }[] = [
    { at: act.requested_at, text: `Запросил покупатель: ${act.requested_by}` },
    { at: act.ready_at, text: 'Сформирован по данным 1С' },
    { at: book?.uploaded_at ?? null, text: `Покупатель загрузил свой учёт: ${book?.name ?? ''}` },
    {
      at: act.answered_at,
      text:
        state === 'confirmed'
          ? `Подтвердил покупатель: ${act.answered_by}`
          : `Покупатель прислал разногласия, ${withCount(disputed, ['строка', 'строки', 'строк'])}: ${act.answered_by}`,
    },
    {
      at: act.replied_at,
      text: `Ответили, согласны: ${accepted}, отказ: ${refused} – ${act.replied_by}`,
    },
  ]
  return (
    <section>
      <h3>История</h3>
      <ol className={styles.history}>
        {events
          .flatMap(({ at, text }) => (at === null ? [] : [{ at, text }]))
          .toSorted((one, other) => one.at.localeCompare(other.at))
          .map(({ at, text }) => (
            <li key={text}>
              <span className="dim nowrap">{dateTime(at)}</span> <span>{text}</span>
            </li>
          ))}
      </ol>
    </section>
  )
}

function ReplyBar({ act }: { act: StaffActDetails }) {
  const { id, number, disputed, accepted, refused, unreplied, closing } = act
  const send = useSendReplies()
  const confirm = useConfirm()
  const notify = useNotify()

  async function sendAll(): Promise<void> {
    const answers = `Согласны: ${accepted}, отказ: ${refused}.`
    const question = `Отправить ответ по акту ${number}? ${answers} Изменить ответ потом нельзя.`
    if (!(await confirm(question))) return
    send.mutate(
      { id },
      {
        onSuccess: () => notify({ tone: 'ok', text: 'Ответ отправлен покупателю', fadeMs: 3000 }),
        onError: ({ message }) => notify({ tone: 'bad', text: message }),
      },
    )
  }

  return (
    <div className={styles.replyBar}>
      <span role="status">
        Ответили на{' '}
        <b className="bold">
          {disputed - unreplied} из {disputed}
        </b>
        {accepted > 0 && (
          <small className={`${styles.next} dim`}>
            Исправьте учёт в 1С: сальдо {money(closing)} изменится в новом акте
          </small>
        )}
      </span>
      <span className="grow" />
      <Button
        variant="primary"
        busy={send.isPending}
        aria-disabled={unreplied > 0 || undefined}
        onClick={() => unreplied === 0 && void sendAll()}
      >
        {unreplied > 0 ? `Ответьте ещё на ${withCount(unreplied, ['строку', 'строки', 'строк'])}` : 'Отправить ответ'}
      </Button>
    </div>
  )
}
