import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { Registration } from '#shared/api/staff/registrations.ts'
import { Button } from '#web/ui/Button.tsx'
import { dateTime } from '#web/ui/format.ts'
import { BarSelect } from '#web/ui/forms/Field.tsx'
import { ignoresKey } from '#web/ui/page/Queue.tsx'
import { useNotify } from '#web/ui/notifications.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { AcceptForm } from './AcceptForm.tsx'
import { AskDialog } from './AskDialog.tsx'
import { Decision } from './Decision.tsx'
import { FirmFacts } from './FirmFacts.tsx'
import { History } from './History.tsx'
import { Likenesses } from './Likenesses.tsx'
import { Register } from './Register.tsx'
import { RejectDialog } from './RejectDialog.tsx'
import { numberOf, statuses } from './texts.ts'
import { useAccept } from './use-accept.ts'
import { useAssign } from './use-registrations.ts'
import styles from './registrations.module.css'

type ViewProps = { request: Registration; frame: (parts: { children: ReactNode; footer?: ReactNode }) => ReactNode }

/** A request with all data for the decision; afterwards, the decision. */
export function RegistrationView({ request, frame }: ViewProps) {
  const children = (
    <>
      <Head request={request} />
      <Register request={request} />
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
  return <Open request={request} proposal={request.proposal} frame={frame} above={children} />
}

type OpenProps = ViewProps & { proposal: NonNullable<Registration['proposal']>; above: ReactNode }

function Open({ request, proposal, frame, above }: OpenProps) {
  const [dialog, setDialog] = useState<'ask' | 'reject'>()
  const accept = useAccept(request, proposal)
  useDecisionKeys({ reject: () => setDialog('reject'), ask: () => setDialog('ask'), approve: accept.send })
  return (
    <>
      {frame({
        children: (
          <>
            {above}
            <Likenesses request={request} joined={accept.draft.organisation} onJoin={accept.join} />
            <AcceptForm request={request} proposal={proposal} accept={accept} />
            <History request={request} />
          </>
        ),
        footer: (
          <div className={styles.foot}>
            <Button variant="danger" onClick={() => setDialog('reject')}>
              Отказать… <Key>Х</Key>
            </Button>
            <Button onClick={() => setDialog('ask')}>
              Запросить данные… <Key>З</Key>
            </Button>
            <span className="grow" />
            <Button variant="primary" busy={accept.isPending} onClick={accept.send}>
              Одобрить <Key>Ctrl Enter</Key>
            </Button>
          </div>
        ),
      })}
      {dialog === 'ask' && <AskDialog request={request} onClose={() => setDialog(undefined)} />}
      {dialog === 'reject' && <RejectDialog request={request} onClose={() => setDialog(undefined)} />}
    </>
  )
}

function Key({ children }: { children: string }) {
  return (
    <kbd className={styles.key} aria-hidden="true">
      {children}
    </kbd>
  )
}

function Head({ request }: { request: Registration }) {
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
      <p className="small muted">
        {numberOf(id)} · {dateTime(request.created_at)} · {request.contact_name} ·{' '}
        <a href={`tel:${request.phone.replace(/[^+\d]/g, '')}`}>{request.phone}</a> ·{' '}
        <a href={`mailto:${request.email}`}>{request.email}</a>
      </p>
    </header>
  )
}

/** Х rejects, З asks, Ctrl Enter approves; letters count only outside of fields. */
function useDecisionKeys(acts: { reject: () => void; ask: () => void; approve: () => void }): void {
  const latest = useRef(acts)
  useEffect(() => {
    latest.current = acts
  })
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
        if (document.querySelector('[role=dialog][aria-modal]')) return
        event.preventDefault()
        return latest.current.approve()
      }
      const key = event.key.toLowerCase()
      const act = key === 'х' || key === 'x' ? 'reject' : key === 'з' || key === 'p' ? 'ask' : undefined
      if (act === undefined || ignoresKey(event)) return
      event.preventDefault()
      latest.current[act]()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
