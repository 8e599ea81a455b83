import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from 'react'
import type { Registration } from '#shared/api/staff/registrations.ts'
import { Button } from '#web/ui/Button.tsx'
import { dateTime } from '#web/ui/format.ts'
import { BarSelect } from '#web/ui/forms/Field.tsx'
import { ignoresKey } from '#web/ui/page/Queue.tsx'
import { useNotify } from '#web/ui/notifications.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { AcceptForm } from './AcceptForm.tsx'
import { Decision } from './Decision.tsx'
import { FirmFacts } from './FirmFacts.tsx'
import { History } from './History.tsx'
import { SimilarCustomers } from './SimilarCustomers.tsx'
import { RegisterCheck } from './RegisterCheck.tsx'
import { requestNumber, statuses } from './texts.ts'
import { useAccept } from './use-accept.ts'
import { useAssign } from './use-registrations.ts'
import styles from './registrations.module.css'

const QuestionDialog = lazy(() => import('./QuestionDialog.tsx').then((module) => ({ default: module.QuestionDialog })))
const RejectDialog = lazy(() => import('./RejectDialog.tsx').then((module) => ({ default: module.RejectDialog })))

type ViewProps = { request: Registration; frame: (parts: { children: ReactNode; footer?: ReactNode }) => ReactNode }

/** A request with the data for the decision; a decided one shows the decision. */
export function RegistrationView({ request, frame }: ViewProps) {
  const children = (
    <>
      <RequestHeader request={request} />
      <RegisterCheck request={request} />
      <FirmFacts request={request} />
    </>
  )
  if (request.proposal === null)
    return frame({
      children: (
        <>
          {children}
          <Decision request={request} />
          <History request={request} />
        </>
      ),
    })
  return <OpenRequest request={request} proposal={request.proposal} frame={frame} details={children} />
}

type OpenRequestProps = ViewProps & { proposal: NonNullable<Registration['proposal']>; details: ReactNode }

function OpenRequest({ request, proposal, frame, details }: OpenRequestProps) {
  const [dialog, setDialog] = useState<'ask' | 'reject'>()
  const accept = useAccept(request, proposal)
  useDecisionKeys({ reject: () => setDialog('reject'), ask: () => setDialog('ask'), approve: accept.send })
  return (
    <>
      {frame({
        children: (
          <>
            {details}
            <SimilarCustomers request={request} joinedId={accept.draft.organisation} onJoin={accept.join} />
            <AcceptForm request={request} proposal={proposal} accept={accept} />
            <History request={request} />
          </>
        ),
        footer: (
          <div className={styles.foot}>
            <Button variant="danger" onClick={() => setDialog('reject')}>
              Отказать… <KeyHint>Х</KeyHint>
            </Button>
            <Button onClick={() => setDialog('ask')}>
              Запросить данные… <KeyHint>З</KeyHint>
            </Button>
            <span className="grow" />
            <Button variant="primary" busy={accept.isPending} onClick={accept.send}>
              Одобрить <KeyHint>Ctrl Enter</KeyHint>
            </Button>
          </div>
        ),
      })}
      <Suspense>
        {dialog === 'ask' && <QuestionDialog request={request} onClose={() => setDialog(undefined)} />}
        {dialog === 'reject' && <RejectDialog request={request} onClose={() => setDialog(undefined)} />}
      </Suspense>
    </>
  )
}

function KeyHint({ children }: { children: string }) {
  return (
    <kbd className={styles.key} aria-hidden="true">
      {children}
    </kbd>
  )
}

function RequestHeader({ request }: { request: Registration }) {
  const notify = useNotify()
  const assign = useAssign()
  const { id, company, status, assignee, colleagues, decision } = request
  return (
    <header className={styles.header}>
      <div className="row wrap">
        <h2 className={styles.name}>{company}</h2>
        <Tag tone={statuses[status].tone}>{statuses[status].text}</Tag>
        <span className="grow" />
        {decision.at === null ? (
          <BarSelect
            label="Исполнитель"
            value={String(assignee?.id ?? '')}
            options={[
              { value: '', label: 'Никто не взял' },
              ...colleagues.map((each) => ({ value: String(each.id), label: each.name })),
            ]}
            onChange={({ currentTarget: { value } }) =>
              assign.mutate(
                { id, assignee: value === '' ? null : Number(value) },
                { onError: ({ message }) => notify({ tone: 'bad', title: 'Исполнитель не изменён', text: message }) },
              )
            }
          />
        ) : (
          assignee && <span className="small dim">{assignee.name}</span>
        )}
      </div>
      <p className={`small muted ${styles.contacts}`}>
        {requestNumber(id)} · {dateTime(request.created_at)} · {request.contact_name} ·{' '}
        <a href={`tel:${request.phone.replace(/[^+\d]/g, '')}`}>{request.phone}</a> ·{' '}
        <a href={`mailto:${request.email}`}>{request.email}</a>
      </p>
    </header>
  )
}

/** Х rejects, З asks, Ctrl Enter approves; letters typed into fields are ignored. */
function useDecisionKeys(handlers: { reject: () => void; ask: () => void; approve: () => void }): void {
  const latest = useRef(handlers)
  useEffect(() => {
    latest.current = handlers
  })
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
        if (document.querySelector('[role=dialog][aria-modal]')) return
        event.preventDefault()
        return latest.current.approve()
      }
      const key = event.key.toLowerCase()
      const action = key === 'х' || key === 'x' ? 'reject' : key === 'з' || key === 'p' ? 'ask' : undefined
      if (action === undefined || ignoresKey(event)) return
      event.preventDefault()
      latest.current[action]()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
