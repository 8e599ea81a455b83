import type { ReactNode } from 'react'
import { contractPricesHidden } from '#shared/messages.ts'
import { isHiddenByPricePolitics, may } from '#shared/rights.ts'
import type { Me } from '#shared/api/account/access.ts'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'
import { useMe } from './use-session.ts'

const buyersWhoOrder = 'Заказы собирают владелец и менеджеры организации'
const askAdministrator = 'Обратитесь к администратору портала'

const accounting = 'Их видят владелец и бухгалтер, менеджер – если разрешит владелец'

const pages = {
  'finances.view': { title: 'Финансы вам недоступны', text: accounting },
  'documents.view': { title: 'Документы вам недоступны', text: accounting },
  'acts.view': { title: 'Акты сверки вам недоступны', text: accounting },
  'chat.use': { title: 'Чат вам недоступен', text: 'С менеджером переписываются сотрудники покупателя' },
  'purchased.view': {
    title: 'Закупленные товары вам недоступны',
    text: 'Их видят владелец, менеджеры и бухгалтер организации',
  },
  'claim.view': { title: 'Рекламации вам недоступны', text: 'Их видят сотрудники организации покупателя' },
  'basket.view': { title: 'Корзина вам недоступна', text: buyersWhoOrder },
  'basket.edit': { title: 'Заказ вам недоступен', text: buyersWhoOrder },
  'draft.edit': { title: 'Черновики вам недоступны', text: 'Их сохраняют владелец и менеджеры организации' },
  'organisation.manage': {
    title: 'Организация вам недоступна',
    text: 'Её реквизиты, адреса и получателей ведёт владелец',
  },
  'priceList.view': { title: 'Прайс-листы вам недоступны', text: 'Их скачивают владелец и менеджеры организации' },
  'staff.dashboard': { title: 'Сводка вам недоступна', text: askAdministrator },
  'staff.claims': { title: 'Рекламации вам не поручены', text: askAdministrator },
  'staff.catalogue': { title: 'Каталог вам не поручен', text: askAdministrator },
  'staff.customers': { title: 'Запросы покупателей вам не поручены', text: askAdministrator },
  'staff.delivery': { title: 'Доставка вам не поручена', text: askAdministrator },
  'staff.orders': { title: 'Заказы вам не поручены', text: askAdministrator },
  'staff.registrations': { title: 'Заявки вам не поручены', text: askAdministrator },
  'staff.audit': { title: 'Журнал действий вам недоступен', text: 'Его читает администратор портала' },
  'staff.settings': { title: 'Настройки вам не поручены', text: 'Их меняет администратор портала' },
}

/** Shows a page to users with its right, and tells others whom to ask. */
export function RightGate({
  right,
  title = pages[right].title,
  children,
}: {
  right: keyof typeof pages
  title?: string
  children: (me: Me) => ReactNode
}) {
  const me = useMe()
  if (me === null) return null
  if (may(me, right)) return children(me)
  const text = isHiddenByPricePolitics(me, right) ? contractPricesHidden : pages[right].text
  return <EmptyState title={title}>{text}</EmptyState>
}
