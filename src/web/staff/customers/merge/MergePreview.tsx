import type { MergePlan } from '#shared/api/administration/merge-customers.ts'
import { quantity } from '#web/ui/format.ts'
import { Note } from '#web/ui/Note.tsx'
import table from '#web/ui/tables/table.module.css'
import { ordersText, renamedText } from './contragent-texts.ts'
import styles from './merge.module.css'

type Count = keyof MergePlan['closed']['counts']

const countNames: Record<Count, string> = {
  people: 'Сотрудники',
  contragents: 'Контрагенты',
  contracts: 'Договоры',
  orders: 'Заказы',
  baskets: 'Корзины с товарами',
  drafts: 'Черновики и шаблоны',
  claims: 'Рекламации',
  chats: 'Чаты',
  acts: 'Акты сверки',
  documents: 'Документы',
  ledger_entries: 'Записи взаиморасчётов',
  addresses: 'Адреса доставки',
  consignees: 'Грузополучатели',
  notes: 'Заметки',
}
const counts = Object.keys(countNames) as Count[]

const apartTexts: Record<MergePlan['apart'][number]['why'], string> = {
  branches: 'КПП разные, останутся два контрагента',
  several: 'с этим ИНН больше двух контрагентов, останутся все',
  twoInExchange: 'в 1С это два контрагента, останутся оба',
  sameNumberInExchange: '1С знает у каждого договор с одним номером, останутся оба',
}

/** What goes over, in numbers, and what the two contradict each other in. */
export function MergePreview({ plan }: { plan: MergePlan }) {
  const { closed, kept, joined, apart, renamed } = plan
  return (
    <>
      <Counts plan={plan} />
      <Note>
        Люди войдут с прежними логином и паролем, их сеансы завершатся. Владельцы увидят договоры обеих организаций,
        остальные – те, что им открыты.
      </Note>
      {joined.map(({ company, into, inn, kpp }) => (
        <Note key={`${inn} ${company}`}>
          {company} и {into} станут одним контрагентом: ИНН {inn}
          {kpp !== '' && `, КПП ${kpp}`}
        </Note>
      ))}
      {joined
        .filter(({ switched_off }) => switched_off.company || switched_off.into)
        .map((each) => (
          <Note key={`${each.inn} ${each.company}`} tone="warn">
            {ordersText(plan, each)}
          </Note>
        ))}
      {apart.map(({ company, inn, kpp, why }) => (
        <Note key={`${inn} ${kpp}`} tone="warn">
          {company}, ИНН {inn}: {apartTexts[why]}
        </Note>
      ))}
      {renamed.map((each) => (
        <Note key={each.id} tone="warn">
          {renamedText(plan, each)}
        </Note>
      ))}
      {closed.manager !== '' && kept.manager !== closed.manager && (
        <Note tone={kept.manager === '' ? undefined : 'warn'}>
          {kept.manager === ''
            ? `Менеджером станет ${closed.manager}`
            : `Менеджером останется ${kept.manager}, сейчас у второй ${closed.manager}`}
        </Note>
      )}
    </>
  )
}

function Counts({ plan: { closed, kept } }: { plan: MergePlan }) {
  const rows = counts.filter((name) => closed.counts[name] > 0)
  if (rows.length === 0) return <Note>{`В ${closed.name} ничего нет: она просто закроется`}</Note>
  return (
    <table className={`${table.table} ${styles.counts}`}>
      <caption className="unseen">Что перейдёт</caption>
      <thead>
        <tr>
          <th scope="col">Что</th>
          <th scope="col" className={table.number}>
            Перейдёт
          </th>
          <th scope="col" className={table.number}>
            Уже есть
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((name) => (
          <tr key={name}>
            <td>{countNames[name]}</td>
            <td className={table.number}>{quantity(closed.counts[name])}</td>
            <td className={table.number}>{quantity(kept.counts[name])}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
