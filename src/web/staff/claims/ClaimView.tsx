import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { staffClaimPdf, type StaffClaimDetails } from '#shared/api/staff/claims.ts'
import { endpointAddress } from '#shared/api/address.ts'
import { isUndecided } from '#shared/rules/aftersale/claims.ts'
import { ClaimTag } from '#web/parts/claims/ClaimTag.tsx'
import { DueTag } from '#web/parts/claims/DueTag.tsx'
import { Files, Thread } from '#web/parts/claims/Thread.tsx'
import { useThreadRead } from '#web/parts/claims/use-thread-read.ts'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { FileLink } from '#web/ui/files/FileLink.tsx'
import { day, money, shortDate, withCount } from '#web/ui/format.ts'
import { BarSelect, TextField } from '#web/ui/forms/Field.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Note } from '#web/ui/Note.tsx'
import { DecisionLines } from './DecisionLines.tsx'
import { useAssign, useClose, useReadThread } from './use-claims.ts'
import { useDecision, type Decision } from './use-decision.ts'
import { WriteForm } from './WriteForm.tsx'
import styles from './claims.module.css'

const AskDialog = lazy(() => import('./AskDialog.tsx').then((module) => ({ default: module.AskDialog })))

type Frame = (parts: { children: ReactNode; foot?: ReactNode }) => ReactNode

/** A claim for staff: the claimant, the decision line by line, and the thread with the buyer. */
export function ClaimView({ claim, frame }: { claim: StaffClaimDetails; frame: Frame }) {
  const decision = useDecision(claim)
  const [asking, setAsking] = useState(false)
  const open = isUndecided(claim.state)
  useThreadRead(claim, useReadThread())
  const framed = frame({
    children: (
      <>
        <Head claim={claim} open={open} />
        {claim.state === 'asked' && (
          <Note tone={claim.unanswered ? 'bad' : 'warn'}>
            {claim.unanswered ? 'Покупатель не ответил' : 'Ждём ответа покупателя'}
            {claim.answer_by && ` до ${shortDate(claim.answer_by)}`}: {claim.question}
          </Note>
        )}
        <DecisionLines claim={claim} decision={open ? decision : undefined} onAsk={() => setAsking(true)} />
        {claim.text !== '' && <p className={styles.text}>«{claim.text}»</p>}
        <div className={styles.beside}>
          <section>
            <h3>
              Фото и файлы <span className="small dim">{claim.files.length}</span>
            </h3>
            {claim.files.length === 0 ? (
              <p className="small dim">Покупатель не приложил</p>
            ) : (
              <>
                <Files files={claim.files} />
                <p className={`${styles.keys} small dim`}>
                  <kbd>Пробел</kbd> крупно, <kbd>←→</kbd> листать
                </p>
              </>
            )}
          </section>
          <section>
            <h3>
              Переписка <span className="small dim">покупатель видит всё, кроме заметок</span>
            </h3>
            <Thread messages={claim.messages} own="staff" />
            {claim.state !== 'withdrawn' && <WriteForm key={claim.id} id={claim.id} />}
          </section>
        </div>
      </>
    ),
    foot: open ? (
      <Decide claim={claim} decision={decision} onAsk={() => setAsking(true)} />
    ) : claim.state === 'closed' || claim.state === 'withdrawn' ? undefined : (
      <Close claim={claim} />
    ),
  })
  return (
    <>
      {framed}
      {asking && (
        <Suspense>
          <AskDialog claim={claim} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  )
}

type DecideProps = { claim: StaffClaimDetails; decision: Decision; onAsk: () => void }

function Decide({ claim, decision, onAsk }: DecideProps) {
  const { replacement, credit, refused } = decision.sums
  return (
    <div className={styles.decide}>
      <span role="status">
        {decision.message ? (
          <span className="bad">{decision.message}</span>
        ) : (
          <>
            Решено{' '}
            <b className="bold">
              {decision.total - decision.left} из {decision.total}
            </b>
            {replacement > 0 && ` · замена ${money(replacement)}`}
            {credit > 0 && ` · долг меньше на ${money(credit)}`}
            {refused > 0 && ` · отказ ${money(refused)}`}
            {(replacement > 0 || credit > 0) && (
              <small className={`${styles.after} dim`}>{afterwards(claim, decision)}</small>
            )}
          </>
        )}
      </span>
      <span className="grow" />
      <Button onClick={onAsk}>
        Запросить данные… <Key>З</Key>
      </Button>
      <Button
        variant="primary"
        busy={decision.isPending}
        aria-disabled={decision.left > 0 || undefined}
        onClick={() => decision.left === 0 && decision.send()}
      >
        {decision.left > 0 ? (
          `Решите ещё ${withCount(decision.left, ['строку', 'строки', 'строк'])}`
        ) : (
          <>
            Отправить решение <Key>Ctrl Enter</Key>
          </>
        )}
      </Button>
    </div>
  )
}

/** What is left to be done in 1C: its feed then closes the claim. */
function afterwards({ papers, next_order: order }: StaffClaimDetails, { sums: { replacement, credit } }: Decision) {
  const [paper] = papers
  const acts = [
    replacement > 0 && `замена ${order ? `с заказом ${order.number}` : 'со следующим заказом'}`,
    credit > 0 && `УКД${paper ? ` к ${paper.name}` : ''}`,
  ]
  return `В 1С оформите: ${acts.filter(Boolean).join(', ')}`
}

function Key({ children }: { children: string }) {
  return (
    <kbd className={styles.key} aria-hidden="true">
      {children}
    </kbd>
  )
}

function Head({ claim, open }: { claim: StaffClaimDetails; open: boolean }) {
  const assign = useAssign()
  const { recent } = claim
  return (
    <>
      <div className="row wrap">
        <h2 className={styles.title}>
          {claim.number} · {claim.type_name.toLowerCase()}
        </h2>
        <ClaimTag state={claim.state} />
        <DueTag claim={claim} />
        <span className="grow" />
        {open && (
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
        <span className={styles.who}>{claim.contract.contragent}</span>
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

function Close({ claim: { id, state } }: { claim: StaffClaimDetails }) {
  const close = useClose()
  const [document, setDocument] = useState('')
  return (
    <form
      className={styles.decide}
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
          error={close.error ? close.error.message : undefined}
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
