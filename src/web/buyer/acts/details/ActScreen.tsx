import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { endpointAddress } from '#shared/api/address.ts'
import { actPdf, actSheet, type ActDetails } from '#shared/api/money/acts.ts'
import { isBuilt } from '#shared/rules/act-states.ts'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { FileLink } from '#web/ui/files/FileLink.tsx'
import { day, shortDate } from '#web/ui/format.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Note } from '#web/ui/Note.tsx'
import { useNotify } from '#web/ui/notifications.tsx'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'
import { Page } from '#web/ui/page/Page.tsx'
import { ActNote, ActTag } from '../ActState.tsx'
import type { ActSearch } from '../acts-url.ts'
import { periodTitle } from '../periods.ts'
import { useChangeAct, useRequestAct } from '../use-acts.ts'
import { ActLines } from './ActLines.tsx'
import { AnswerBar } from './AnswerBar.tsx'
import { Summary } from './Summary.tsx'

type ActScreenProps = { act: ActDetails; search: ActSearch; onChange: (search: ActSearch) => void }

/** One act: its lines, the buyer's file, the differences, and the answer [C.26]. */
export function ActScreen({ act, search, onChange }: ActScreenProps) {
  const { number, contract, seller, buyer, startdate: start, enddate: end } = act
  const parties = [seller?.name, buyer.name].filter(Boolean).join(' и ')
  const built = isBuilt(act.state)
  /** Match of the line that gets the focus as soon as it is shown. */
  const [lineToFocus, setLineToFocus] = useState<number>()
  return (
    <Page
      above={
        <>
          <Link to="/acts">
            <Icon name="back" />
            Акты сверки
          </Link>
          <span>
            договор № {contract.number} · {parties} · {day(act.requested_at)}, {act.requested_by}
          </span>
        </>
      }
      title={`Акт ${number} за ${periodTitle({ start, end })}`}
      extra={<ActTag act={act} />}
      actions={built && <FileLinks act={act} />}
    >
      {built ? (
        <>
          {act.replied_at && <RepliedNote act={act} repliedAt={act.replied_at} />}
          <Summary act={act} />
          <ActLines
            act={act}
            search={search}
            lineToFocus={lineToFocus}
            onFocused={() => setLineToFocus(undefined)}
            onChange={onChange}
          />
          <AnswerBar act={act} onLine={setLineToFocus} />
        </>
      ) : (
        <PendingAct act={act} />
      )}
    </Page>
  )
}

function FileLinks({ act: { id } }: { act: ActDetails }) {
  return (
    <span className="row no-print">
      <FileLink href={endpointAddress(actPdf, { id })} className={buttonClass()}>
        <Icon name="download" />
        PDF
      </FileLink>
      <FileLink href={endpointAddress(actSheet, { id })} className={buttonClass()}>
        XLSX
      </FileLink>
    </span>
  )
}

/** How the supplier replied; an answered act does not change, so what is settled shows in a new one. */
function RepliedNote({ act, repliedAt }: { act: ActDetails; repliedAt: string }) {
  const { accepted, refused, replied_by: repliedBy } = act
  const request = useRequestAct()
  const notify = useNotify()
  const navigate = useNavigate()
  const replies = [accepted > 0 && `согласен: ${accepted}`, refused > 0 && `отказал: ${refused}`].filter(Boolean)
  return (
    <Note
      tone={refused > 0 ? 'warn' : 'ok'}
      action={
        <Button
          busy={request.isPending}
          onClick={() =>
            request.mutate(
              { contract_id: act.contract_id, startdate: act.startdate, enddate: act.enddate },
              {
                onSuccess: ({ id }) => void navigate({ to: '/acts/$id', params: { id: String(id) } }),
                onError: ({ message }) => notify({ tone: 'bad', text: message }),
              },
            )
          }
        >
          Запросить новый акт
        </Button>
      }
    >
      Поставщик ответил {shortDate(day(repliedAt))}, {repliedBy}: по спорным строкам {replies.join(', ')}.
      {accepted > 0 && ' Исправления войдут в новый акт за этот период.'}
    </Note>
  )
}

function PendingAct({ act }: { act: ActDetails }) {
  const change = useChangeAct()
  const notify = useNotify()
  if (act.state !== 'failed')
    return (
      <EmptyState title="Акт формируется">
        <ActNote act={act} />. Страница обновится сама, а когда акт будет готов, придёт уведомление
      </EmptyState>
    )
  return (
    <EmptyState
      title="Акт не сформирован"
      action={
        <Button
          variant="primary"
          busy={change.isPending}
          onClick={() =>
            change.mutate(
              { id: act.id, change: 'retry' },
              { onError: ({ message }) => notify({ tone: 'bad', text: message }) },
            )
          }
        >
          Запросить снова
        </Button>
      }
    >
      {act.error}
    </EmptyState>
  )
}
