import { Link } from '@tanstack/react-router'
import { useRef, useState, type ReactNode, type RefObject } from 'react'
import { claimPdf, type ClaimDetails } from '#shared/api/claims.ts'
import { endpointAddress } from '#shared/api/address.ts'
import {
  claimSettlements,
  requestedRemedies,
  isUndecided,
  type RequestedRemedy,
} from '#shared/rules/aftersale/claims.ts'
import { randomKey } from '#web/api/random-key.ts'
import { ClaimTag } from '#web/parts/claims/ClaimTag.tsx'
import { ClaimFiles, Thread } from '#web/parts/claims/Thread.tsx'
import { useMarkReadWhenVisible } from '#web/parts/claims/use-mark-read-when-visible.ts'
import { Picture } from '#web/parts/goods/Picture.tsx'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { FileLink } from '#web/ui/files/FileLink.tsx'
import { day, price, quantity, relativeDay, shortDate } from '#web/ui/format.ts'
import { TextArea } from '#web/ui/forms/Field.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Note } from '#web/ui/Note.tsx'
import { Steps, type Step } from '#web/ui/page/Steps.tsx'
import { ExpectedOutcome } from './ExpectedOutcome.tsx'
import { Photos } from './Photos.tsx'
import { unsentReason, useClaimFiles } from './use-claim-files.ts'
import { useMarkThreadRead, useReplyToClaim, useWithdrawClaim } from './use-claims.ts'
import styles from './claims.module.css'

type Frame = (parts: { children: ReactNode; footer: ReactNode | undefined }) => ReactNode

/**
 * A claim with its state, lines and thread; the reply form is at the bottom. `isPage`: its name and state are in the
 * title.
 */
export function ClaimView({ claim, frame, isPage }: { claim: ClaimDetails; frame: Frame; isPage?: boolean }) {
  useMarkReadWhenVisible(claim, useMarkThreadRead())
  const fileInput = useRef<HTMLInputElement>(null)
  return frame({
    children: <ClaimBody claim={claim} isPage={isPage} onAddPhoto={() => fileInput.current?.click()} />,
    footer: claim.may.reply ? <ReplyForm key={claim.id} id={claim.id} fileInput={fileInput} /> : undefined,
  })
}

/** Number and kind of the claim. */
export function claimTitle({ number, type_name: type }: ClaimDetails): string {
  return `${number} · ${type.toLowerCase()}`
}

type BodyProps = { claim: ClaimDetails; isPage: boolean | undefined; onAddPhoto: () => void }

function ClaimBody({ claim, isPage, onAddPhoto }: BodyProps) {
  const { order, filed_by: filedBy, question, answer_by: answerBy } = claim
  return (
    <div className={styles.claim}>
      <div className="row wrap">
        {!isPage && (
          <>
            <h2 className={styles.title}>{claimTitle(claim)}</h2>
            <ClaimTag state={claim.state} />
          </>
        )}
        <span className="grow" />
        <FileLink className={buttonClass()} href={endpointAddress(claimPdf, { id: claim.id })}>
          <Icon name="print" />
          Акт о расхождениях
        </FileLink>
        {claim.may.withdraw && <WithdrawButton id={claim.id} />}
      </div>
      <div className={`${styles.origin} muted`}>
        <span>Заказ</span>
        <Link to="/orders/$id" params={{ id: String(order.id) }}>
          {order.number}
        </Link>
        {claim.papers.map(({ name, date }) => (
          <span key={`${name} ${date}`}>
            · {name} от {shortDate(date)}
          </span>
        ))}
        <span>· договор № {claim.contract.number}</span>
        <span>· {filedBy}</span>
        {claim.overdue && <span className="bad">· срок решения прошёл {shortDate(claim.decide_by)}</span>}
        {claim.late && <span className="warn">· после срока: поставщик может отказать</span>}
      </div>
      <Steps label="Ход рекламации" steps={stepsOf(claim)} />
      {claim.state === 'asked' && (
        <Note tone="warn">
          <b className="bold">{question}</b>{' '}
          {answerBy && `Ответьте до ${relativeDay(answerBy)}, иначе решим без ответа.`}
        </Note>
      )}
      {claim.decision !== '' && <Note tone={claim.state === 'rejected' ? 'bad' : 'ok'}>{claim.decision}</Note>}
      <ClaimLines claim={claim} />
      {claim.text !== '' && <p className={styles.comment}>{claim.text}</p>}
      <div className={styles.evidence}>
        <ClaimFiles files={claim.files} />
        {claim.state === 'asked' && claim.may.reply && (
          <button type="button" className={styles.addPhoto} onClick={onAddPhoto}>
            <Icon name="plus" />
            Фото к ответу
          </button>
        )}
        <ExpectedOutcome claim={claim} />
      </div>
      <Thread messages={claim.messages} viewer="buyer" />
    </div>
  )
}

function stepsOf(claim: ClaimDetails): Step[] {
  const { state, filed_at: filed, decide_by: decideBy, decided_at: decided, ended_at: ended } = claim
  const isOpen = isUndecided(state)
  const stage = (isDone: boolean, isCurrent: boolean): Step['stage'] => (isCurrent ? 'now' : isDone ? 'done' : 'ahead')
  if (state === 'withdrawn')
    return [
      { key: 'new', title: 'Новая', below: shortDate(day(filed)), stage: 'done' },
      { key: 'withdrawn', title: 'Отозвана', below: ended && shortDate(day(ended)), stage: 'now' },
    ]
  const takenEvent = claim.messages.find(({ kind }) => kind === 'taken')
  const askedEvent = claim.messages.findLast(({ kind }) => kind === 'asked')
  return [
    { key: 'new', title: 'Новая', below: shortDate(day(filed)), stage: stage(true, state === 'new') },
    {
      key: 'working',
      title: 'В работе',
      below: takenEvent && [shortDate(day(takenEvent.at)), claim.assignee].filter(Boolean).join(', '),
      stage: stage(state === 'asked' || !isOpen, state === 'working'),
    },
    ...(state === 'asked'
      ? [
          {
            key: 'asked',
            title: 'Запрошены данные',
            below: askedEvent && `${shortDate(day(askedEvent.at))}, ждём вас`,
            stage: 'now' as const,
          },
        ]
      : []),
    {
      key: 'decided',
      title: isOpen || state === 'closed' ? 'Решение' : claim.status,
      below: decided ? shortDate(day(decided)) : `до ${shortDate(decideBy)}`,
      stage: stage(!isOpen, !isOpen && state !== 'closed'),
    },
    {
      key: 'closed',
      title: 'Закрыта',
      below: ended ? claim.document || shortDate(day(ended)) : undefined,
      stage: stage(state === 'closed', state === 'closed'),
    },
  ]
}

function ClaimLines({ claim: { products } }: { claim: ClaimDetails }) {
  const showsPrices = products.some(({ sum }) => sum !== null)
  return (
    <div className={styles.frame}>
      <table className={styles.goods} aria-label="Товары рекламации">
        <thead>
          <tr>
            <th scope="col">Товар</th>
            <th scope="col">Получено</th>
            <th scope="col">Заявлено</th>
            {showsPrices && <th scope="col">Сумма, ₽</th>}
            <th scope="col">Вы просите</th>
          </tr>
        </thead>
        <tbody>
          {products.map((line) => (
            <tr key={line.line}>
              <td>
                <div className={styles.good}>
                  <Picture id={line.picture} type={line.picturetype} size={30} />
                  <span>
                    {line.header}
                    <br />
                    <small className="dim">
                      {line.articul} · {line.type_name.toLowerCase()}
                      {line.text !== '' && `: ${line.text}`}
                    </small>
                    <LineDecision line={line} />
                  </span>
                </div>
              </td>
              <td data-label="получено">{line.other ? 'не из заказа' : quantity(line.shipped)}</td>
              <td data-label="заявлено">
                <b className="bold">{quantity(line.qnt)}</b> {line.unit}
              </td>
              {showsPrices && (
                <td data-label="на сумму">
                  <b className="bold">{price(line.sum)}</b>
                </td>
              )}
              <td data-label="просите">{requestedRemedies[line.wish as RequestedRemedy].toLowerCase()}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function LineDecision({ line: { accepted, unit, settle, reason } }: { line: ClaimDetails['products'][number] }) {
  if (accepted === null) return null
  return (
    <>
      <br />
      <small className={accepted === 0 ? 'bad' : 'ok'}>
        {accepted === 0 ? 'отклонено' : `принято ${quantity(accepted)} ${unit}`}
        {settle && `, ${claimSettlements[settle].toLowerCase()}`}
        {reason !== '' && `. ${reason}`}
      </small>
    </>
  )
}

function WithdrawButton({ id }: { id: number }) {
  const confirm = useConfirm()
  const withdraw = useWithdrawClaim()
  async function confirmWithdrawal() {
    if (await confirm('Отозвать рекламацию? Товары можно будет заявить снова.')) withdraw.mutate({ id })
  }
  return (
    <Button variant="danger" busy={withdraw.isPending} onClick={() => void confirmWithdrawal()}>
      Отозвать
    </Button>
  )
}

function ReplyForm({ id, fileInput }: { id: number; fileInput: RefObject<HTMLInputElement | null> }) {
  const reply = useReplyToClaim()
  const [text, setText] = useState('')
  const photos = useClaimFiles()
  const [tried, setTried] = useState(false)
  const unsent = unsentReason(photos)
  const [key, setKey] = useState(randomKey)
  function send() {
    setTried(true)
    if (unsent !== undefined) return
    reply.mutate(
      { id, text, files: photos.files.map((file) => file.id), key },
      {
        onSuccess: () => {
          setText('')
          photos.clear()
          setTried(false)
          setKey(randomKey())
        },
      },
    )
  }
  return (
    <form
      className={styles.reply}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <TextArea
        label="Ответ поставщику"
        rows={2}
        maxLength={4000}
        value={text}
        error={(tried ? unsent : undefined) ?? reply.error?.message}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Photos inputRef={fileInput} photos={photos} isRequired={false} />
      <Button variant="primary" type="submit" busy={reply.isPending}>
        Ответить
      </Button>
    </form>
  )
}
