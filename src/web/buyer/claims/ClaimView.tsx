import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { claimPdf, type ClaimDetails, type ClaimFile } from '#shared/api/claims.ts'
import { endpointAddress } from '#shared/api/address.ts'
import { claimSettlements, claimWishes, isUndecided, type ClaimWish } from '#shared/rules/aftersale/claims.ts'
import { ClaimTag } from '#web/parts/claims/ClaimTag.tsx'
import { Files, Thread } from '#web/parts/claims/Thread.tsx'
import { Picture } from '#web/parts/goods/Picture.tsx'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { FileLink } from '#web/ui/files/FileLink.tsx'
import { day, money, quantity, relativeDay, shortDate } from '#web/ui/format.ts'
import { TextArea } from '#web/ui/forms/Field.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Note } from '#web/ui/Note.tsx'
import { Steps, type Step } from '#web/ui/page/Steps.tsx'
import { Photos } from './Photos.tsx'
import { useReply, useWithdraw } from './use-claims.ts'
import styles from './claims.module.css'

/** A claim: where it stands, what it is about, and the talk with staff. */
export function ClaimView({ claim }: { claim: ClaimDetails }) {
  const { number, order, type_name: type, filed_by: who, question, answer_by: by } = claim
  return (
    <div className={styles.claim}>
      <div className="row wrap">
        <h2>
          {number} · {type.toLowerCase()}
        </h2>
        <ClaimTag state={claim.state} />
        <span className="grow" />
        <FileLink className={buttonClass()} href={endpointAddress(claimPdf, { id: claim.id })}>
          <Icon name="print" />
          Акт о расхождениях
        </FileLink>
        {claim.may.withdraw && <Withdraw id={claim.id} />}
      </div>
      <div className={`${styles.origin} muted`}>
        <span>Заказ</span>
        <Link to="/orders/$id" params={{ id: String(order.id) }}>
          {order.number}
        </Link>
        <span>
          · договор № {claim.contract.number} · {who}
        </span>
        {claim.late && <span className="warn">· после срока: поставщик может отказать</span>}
      </div>
      <Steps label="Ход рекламации" steps={stepsOf(claim)} />
      {claim.state === 'asked' && (
        <Note tone="warn">
          <b className="bold">{question}</b> {by && `Ответьте до ${relativeDay(by)}, иначе решим без ответа.`}
        </Note>
      )}
      {claim.decision !== '' && <Note tone={claim.state === 'rejected' ? 'bad' : 'ok'}>{claim.decision}</Note>}
      <ClaimLines claim={claim} />
      {claim.text !== '' && <p className={styles.text}>{claim.text}</p>}
      <Files files={claim.files} />
      <Thread messages={claim.messages} />
      {claim.may.reply && <Reply key={claim.id} id={claim.id} />}
    </div>
  )
}

function stepsOf(claim: ClaimDetails): Step[] {
  const { state, filed_at: filed, decide_by: by, decided_at: decided, ended_at: ended } = claim
  const open = isUndecided(state)
  const stage = (reached: boolean, now: boolean): Step['stage'] => (now ? 'now' : reached ? 'done' : 'ahead')
  const middle = state === 'asked' ? 'Запрошены данные' : 'В работе'
  if (state === 'withdrawn')
    return [
      { key: 'new', title: 'Новая', below: shortDate(day(filed)), stage: 'done' },
      { key: 'withdrawn', title: 'Отозвана', below: ended && shortDate(day(ended)), stage: 'now' },
    ]
  return [
    { key: 'new', title: 'Новая', below: shortDate(day(filed)), stage: stage(true, state === 'new') },
    { key: 'working', title: middle, stage: stage(!open, state === 'working' || state === 'asked') },
    {
      key: 'decided',
      title: open || state === 'closed' ? 'Решение' : claim.status,
      below: decided ? shortDate(day(decided)) : `до ${shortDate(by)}`,
      stage: stage(!open, !open && state !== 'closed'),
    },
    {
      key: 'closed',
      title: 'Закрыта',
      below: ended ? claim.document || shortDate(day(ended)) : undefined,
      stage: stage(state === 'closed', state === 'closed'),
    },
  ]
}

function ClaimLines({ claim: { products, wish } }: { claim: ClaimDetails }) {
  return (
    <ul className={styles.lines} aria-label="Товары рекламации">
      {products.map((line) => (
        <li key={line.line} className={styles.line}>
          <Picture id={line.picture} type={line.picturetype} size={40} />
          <span>
            {line.header}
            <br />
            <small className="dim">
              {line.articul} · {line.other ? 'не из заказа' : `получено ${quantity(line.shipped)} ${line.unit}`}
            </small>
            {line.accepted !== null && (
              <small>
                {' '}
                · принято {quantity(line.accepted)} {line.unit}
                {line.settle && `, ${claimSettlements[line.settle].toLowerCase()}`}
                {line.reason !== '' && `. ${line.reason}`}
              </small>
            )}
          </span>
          <span className={styles.figures}>
            <b className="bold">
              {quantity(line.qnt)} {line.unit}
            </b>
            {line.sum !== null && <span>{money(line.sum)}</span>}
            <small className="dim">{claimWishes[wish as ClaimWish].toLowerCase()}</small>
          </span>
        </li>
      ))}
    </ul>
  )
}

function Withdraw({ id }: { id: number }) {
  const confirm = useConfirm()
  const withdraw = useWithdraw()
  async function ask() {
    if (await confirm('Отозвать рекламацию? Товары можно будет заявить снова.')) withdraw.mutate({ id })
  }
  return (
    <Button variant="danger" busy={withdraw.isPending} onClick={() => void ask()}>
      Отозвать
    </Button>
  )
}

function Reply({ id }: { id: number }) {
  const reply = useReply()
  const [text, setText] = useState('')
  const [files, setFiles] = useState<readonly ClaimFile[]>([])
  const [key, setKey] = useState(() => crypto.randomUUID())
  function send() {
    reply.mutate(
      { id, text, files: files.map((file) => file.id), key },
      {
        onSuccess: () => {
          setText('')
          setFiles([])
          setKey(crypto.randomUUID())
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
        error={reply.error?.message}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Photos files={files} needed={false} onChange={setFiles} />
      <Button variant="primary" type="submit" busy={reply.isPending}>
        Ответить
      </Button>
    </form>
  )
}
