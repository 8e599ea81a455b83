import { endpointAddress } from '#shared/api/address.ts'
import { contragentCard, type Contragent } from '#shared/api/organisation/contragents.ts'
import { useContragentRemoval } from '#web/parts/requisites/use-contragent-removal.ts'
import { useContragentSwitch } from '#web/parts/requisites/use-contragent-switch.ts'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { FileLink } from '#web/ui/files/FileLink.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Card, CardBody } from '#web/ui/page/Page.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { useCopy } from '#web/ui/use-copy.ts'
import { usePhone } from '#web/ui/use-phone.ts'
import { DescriptionItem, OptionalItem } from '#web/ui/page/DescriptionItem.tsx'
import { requisitesText } from './requisites-text.ts'
import { contragentState, registerText } from './terms-texts.ts'
import { useDeleteContragent, useSwitchContragent } from './use-organisation.ts'
import styles from './organisation.module.css'

type CardProps = { contragent: Contragent; onEdit: () => void }

/** Requisites of a contragent, and actions on it [T.6]. */
export function ContragentCard({ contragent, onEdit }: CardProps) {
  const { company, status, contracts } = contragent
  const copy = useCopy()
  const phone = usePhone()
  const switching = useSwitchContragent()
  const turn = useContragentSwitch(contragent, switching)
  const removal = useDeleteContragent()
  const remove = useContragentRemoval(contragent, removal)
  const isActive = status === 'active'
  const state = contragentState(contragent)
  const checked = registerText(contragent)
  const actions = (
    <span className={styles.actions}>
      <Button
        small
        icon="copy"
        onClick={() => copy(requisitesText(contragent), { tone: 'ok', text: 'Реквизиты скопированы' })}
      >
        Скопировать
      </Button>
      <FileLink href={endpointAddress(contragentCard, { id: contragent.id })} className={buttonClass({ small: true })}>
        <Icon name="download" />
        Карточка, PDF
      </FileLink>
      <Button small icon="edit" onClick={onEdit}>
        Изменить
      </Button>
      <Button
        small
        variant={isActive ? 'danger' : undefined}
        busy={switching.isPending}
        onClick={() => turn(!isActive)}
      >
        {isActive ? 'Отключить' : 'Включить'}
      </Button>
      {contracts.every(({ status }) => status === 'expired') && (
        <Button small icon="trash" variant="danger" busy={removal.isPending} onClick={() => void remove()}>
          Удалить
        </Button>
      )}
    </span>
  )
  return (
    <Card
      title={
        <span className="row wrap">
          {company}
          <Tag tone={state.tone}>{state.text}</Tag>
          {checked !== undefined && <span className={`small muted ${styles.checked}`}>{checked}</span>}
        </span>
      }
      extra={!phone && actions}
    >
      <CardBody>
        <Requisites contragent={contragent} />
        {phone && actions}
      </CardBody>
    </Card>
  )
}

function Requisites({ contragent }: { contragent: Contragent }) {
  const { full_name, inn, kpp, ogrn, legal_address, actual_address, head_name, head_post, phone, email } = contragent
  const { bank, bik, account, correspondent_account } = contragent
  const hasBank = [bank, bik, account].some((value) => value !== '')
  return (
    <div className={styles.requisites}>
      <dl className="facts">
        <DescriptionItem name="ИНН">{inn || '–'}</DescriptionItem>
        <OptionalItem name="КПП" value={kpp} />
        <DescriptionItem name={ogrn.length === 15 ? 'ОГРНИП' : 'ОГРН'}>{ogrn || '–'}</DescriptionItem>
      </dl>
      <dl className="facts">
        <OptionalItem name="Название" value={full_name} />
        <DescriptionItem name="Юридический">{legal_address || '–'}</DescriptionItem>
        <DescriptionItem name="Фактический">{actual_address || 'совпадает'}</DescriptionItem>
        {head_name !== '' && (
          <DescriptionItem name="Руководитель">{[head_name, head_post].filter(Boolean).join(', ')}</DescriptionItem>
        )}
        <OptionalItem name="Телефон" value={phone} />
        <OptionalItem name="Почта" value={email} />
      </dl>
      <dl className="facts">
        {hasBank ? (
          <>
            <DescriptionItem name="Банк">{bank || '–'}</DescriptionItem>
            <DescriptionItem name="БИК">{bik || '–'}</DescriptionItem>
            <DescriptionItem name="р/с">{account || '–'}</DescriptionItem>
            <OptionalItem name="к/с" value={correspondent_account} />
          </>
        ) : (
          <DescriptionItem name="Банк">не указан</DescriptionItem>
        )}
      </dl>
    </div>
  )
}
