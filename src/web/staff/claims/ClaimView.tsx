import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useRef, useState, type ReactNode } from 'react'
import { staffClaimPdf, type StaffClaimDetails } from '#shared/api/staff/claims.ts'
import { endpointAddress } from '#shared/api/address.ts'
import { isUndecided } from '#shared/rules/aftersale/claims.ts'
import { fieldErrorsOf } from '#web/api/client.ts'
import { ClaimTag } from '#web/parts/claims/ClaimTag.tsx'
import { DeadlineTag } from '#web/parts/claims/DeadlineTag.tsx'
import { ClaimFiles, Thread } from '#web/parts/claims/Thread.tsx'
import { useMarkReadWhenVisible } from '#web/parts/claims/use-mark-read-when-visible.ts'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { FileLink } from '#web/ui/files/FileLink.tsx'
import { day, money, shortDate, withCount } from '#web/ui/format.ts'
import { BarSelect, TextField } from '#web/ui/forms/Field.tsx'
import { useFocusInvalid } from '#web/ui/forms/use-focus-invalid.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Note } from '#web/ui/Note.tsx'
import { DecisionLines } from './DecisionLines.tsx'
import { useAssignClaim, useCloseClaim, useMarkThreadRead } from './use-claims.ts'
import { useDecision, type Decision } from './use-decision.ts'
import { MessageForm } from './MessageForm.tsx'
import styles from './claims.module.css'

const QuestionDialog = lazy(() => import('./QuestionDialog.tsx').then((module) => ({ default: module.QuestionDialog })))

type Frame = (parts: { children: ReactNode; footer?: ReactNode }) => ReactNode

/** A claim for staff: who filed it, a decision per line, and the thread with the buyer. */
export function ClaimView({ claim, frame }: { claim: StaffClaimDetails; frame: Frame }) {
  const decision = useDecision(claim)
  const [isAsking, setAsking] = useState(false)
  const isOpen = isUndecided(claim.state)
  useMarkReadWhenVisible(claim, useMarkThreadRead())
  const view = frame({
    children: (
      <>
        <ClaimHeader claim={claim} isOpen={isOpen} />
        {claim.state === 'asked' && (
          <Note tone={claim.unanswered ? 'bad' : 'warn'}>
            {claim.unanswered ? 'Покупатель не ответил' : 'Ждём ответа покупателя'}
            {claim.answer_by && ` до ${shortDate(claim.answer_by)}`}: {claim.question}
          </Note>
        )}
        <DecisionLines claim={claim} decision={isOpen ? decision : undefined} onAsk={() => setAsking(true)} />
        {claim.text !== '' && <p className={styles.comment}>«{claim.text}»</p>}
        <div className={styles.twoColumns}>
          <section>
            <h3>
              Фото и файлы <span className="small dim">{claim.files.length}</span>
            </h3>
            {claim.files.length === 0 ? (
              <p className="small dim">Покупатель не приложил</p>
            ) : (
              <>
                <ClaimFiles files={claim.files} />
                <p className={`${styles.keyHints} small dim`}>
                  <kbd>Пробел</kbd> крупно, <kbd>←→</kbd> листать
                </p>
              </>
            )}
          </section>
          <section>
            <h3>
              Переписка <span className="small dim">покупатель видит всё, кроме заметок</span>
            </h3>
            <Thread messages={claim.messages} viewer="staff" />
            {claim.state !== 'withdrawn' && <MessageForm key={claim.id} id={claim.id} />}
          </section>
        </div>
      </>
    ),
    footer: isOpen ? (
      <DecisionBar claim={claim} decision={decision} onAsk={() => setAsking(true)} />
    ) : claim.state === 'closed' || claim.state === 'withdrawn' ? undefined : (
      <CloseForm claim={claim} />
    ),
  })
  return (
    <>
      {view}
      {isAsking && (
        <Suspense>
          <QuestionDialog claim={claim} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  )
}

type DecisionBarProps = { claim: StaffClaimDetails; decision: Decision; onAsk: () => void }

function DecisionBar({ claim, decision, onAsk }: DecisionBarProps) {
  const { replacement, credit, refused } = decision.sums
  return (
    <div className={styles.decisionBar}>
      <span role="status">
        {decision.message ? (
          <span className="bad">{decision.message}</span>
        ) : (
          <>
            Решено{' '}
            <b className="bold">
              {decision.total - decision.remaining} из {decision.total}
            </b>
            {replacement > 0 && ` · замена ${money(replacement)}`}
            {credit > 0 && ` · долг меньше на ${money(credit)}`}
            {refused > 0 && ` · отказ ${money(refused)}`}
            {(replacement > 0 || credit > 0) && (
              <small className={`${styles.nextSteps} dim`}>{describeNextSteps(claim, decision)}</small>
            )}
          </>
        )}
      </span>
      <span className="grow" />
      <Button onClick={onAsk}>
        Запросить данные… <KeyHint>З</KeyHint>
      </Button>
      <Button
        variant="primary"
        busy={decision.isPending}
        aria-disabled={decision.remaining > 0 || undefined}
        onClick={() => decision.remaining === 0 && decision.send()}
      >
        {decision.remaining > 0 ? (
          `Решите ещё ${withCount(decision.remaining, ['строку', 'строки', 'строк'])}`
        ) : (
          <>
            Отправить решение <KeyHint>Ctrl Enter</KeyHint>
          </>
        )}
      </Button>
    </div>
  )
}

/** Documents to create in 1C; its feed then closes the claim. */
function describeNextSteps(
  { papers, next_order: order }: StaffClaimDetails,
  { sums: { replacement, credit } }: Decision,
) {
  const [paper] = papers
  const steps = [
    replacement > 0 && `замена ${order ? `с заказом ${order.number}` : 'со следующим заказом'}`,
    credit > 0 && `УКД${paper ? ` к ${paper.name}` : ''}`,
  ]
  return `В 1С оформите: ${steps.filter(Boolean).join(', ')}`
}

function KeyHint({ children }: { children: string }) {
  return (
    <kbd className={styles.keyHint} aria-hidden="true">
      {children}
    </kbd>
  )
}

function ClaimHeader({ claim, isOpen }: { claim: StaffClaimDetails; isOpen: boolean }) {
  const assign = useAssignClaim()
  const { recent } = claim
  return (
    <>
      <div className="row wrap">
        <h2 className={styles.title}>
          {claim.number} · {claim.type_name.toLowerCase()}
        </h2>
        <ClaimTag state={claim.state} />
        <DeadlineTag claim={claim} />
        <span className="grow" />
        {isOpen && (
          <BarSelect
            label="Исполнитель"
            options={[
              { value: '', label: 'Никто не взял' },
              ...claim.colleagues.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            value={claim.assignee_id === null ? '' : String(claim.assignee_id)}
            onChange={({ currentTarget: { value } }) => assign.mutate({ id: claim.id, assignee: Number(value) })}
          />
        )}
        <FileLink className={buttonClass({ small: true })} href={endpointAddress(staffClaimPdf, { id: claim.id })}>
          <Icon name="print" />
          Акт о расхождениях
        </FileLink>
      </div>
      <div className={`${styles.origin} small muted`}>
        <span>
          от {day(claim.filed_at)}, {claim.filed_by}
        </span>
        <span className={styles.contragent}>{claim.contract.contragent}</span>
        <span>
          заказ{' '}
          <Link to="/admin/orders/$id" params={{ id: String(claim.order.id) }}>
            {claim.order.number}
          </Link>
          {claim.papers.map(({ name, date }) => `, ${name} от ${shortDate(date)}`)}
        </span>
        <span>
          {withCount(recent.count, ['рекламация', 'рекламации', 'рекламаций'])} за 90 дней
          {recent.accepted > 0 && `, приняли ${recent.accepted} на ${money(recent.accepted_sum)}`}
        </span>
        {claim.late && <span className="warn">подана после срока</span>}
      </div>
    </>
  )
}

function CloseForm({ claim: { id, state } }: { claim: StaffClaimDetails }) {
  const close = useCloseClaim()
  const [document, setDocument] = useState('')
  const form = useRef<HTMLFormElement>(null)
  useFocusInvalid(form, close.error)
  return (
    <form
      ref={form}
      className={styles.decisionBar}
      onSubmit={(event) => {
        event.preventDefault()
        close.mutate({ id, document })
      }}
    >
      {state !== 'rejected' && (
        <TextField
          label="Чем закрыто"
          placeholder="УКД, накладная или заказ"
          maxLength={200}
          value={document}
          error={fieldErrorsOf(close.error).document ?? close.error?.message}
          onChange={({ currentTarget }) => setDocument(currentTarget.value)}
        />
      )}
      <span className="grow" />
      <Button variant="primary" type="submit" busy={close.isPending}>
        Закрыть рекламацию
      </Button>
    </form>
  )
}
