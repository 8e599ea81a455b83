import { useQuery } from '@tanstack/react-query'
import { actsWaitingQuery } from '#web/buyer/acts/use-acts-waiting.ts'
import { chatUnreadQuery } from '#web/buyer/chat/use-chat-unread.ts'
import { claimUpdatesQuery } from '#web/buyer/claims/use-claim-updates.ts'
import { endedAttorneysQuery } from '#web/buyer/organisation/use-ended-attorneys.ts'
import { awaitingCountQuery } from '#web/buyer/orders/use-orders.ts'
import { staffActsWaitingQuery } from '#web/staff/acts/use-acts-waiting.ts'
import { claimsWaitingQuery } from '#web/staff/claims/use-claims-waiting.ts'
import { exchangeTroubleQuery } from '#web/staff/exchange/use-exchange-trouble.ts'
import { newRequestsQuery } from '#web/staff/price-requests/use-new-requests.ts'
import { waitingRegistrationsQuery } from '#web/staff/registrations/use-registrations.ts'
import { talksWaitingQuery } from '#web/staff/talks/use-talks-waiting.ts'
import { waitingCountQuery } from '#web/staff/orders/use-staff-orders.ts'
import { quantity } from '#web/ui/format.ts'
import type { NavigationEntry } from './navigation.ts'

type WaitingName = NonNullable<NavigationEntry['waitingCount']>

/** Number of objects of a section that wait for this user. Import it lazily: it uses calls of many features. */
export function WaitingCount({ name }: { name: WaitingName }) {
  const Count = counts[name]
  return <Count />
}

const counts = {
  priceRequests: WaitingRequests,
  approvals: WaitingApprovals,
  orders: WaitingOrders,
  attorneys: EndedAttorneys,
  registrations: WaitingRegistrations,
  acts: WaitingActs,
  chat: UnreadChat,
  claims: ClaimUpdates,
  staffClaims: WaitingClaims,
  staffActs: WaitingDisputes,
  talks: WaitingTalks,
  exchange: ExchangeTrouble,
}

function WaitingRequests() {
  return <Waiting count={useQuery(newRequestsQuery).data} />
}

function WaitingApprovals() {
  return <Waiting count={useQuery(awaitingCountQuery).data} />
}

function WaitingOrders() {
  return <Waiting count={useQuery(waitingCountQuery).data} />
}

/** Expired powers of attorney that need a replacement. */
function EndedAttorneys() {
  const { data: count = 0 } = useQuery(endedAttorneysQuery)
  return count > 0 && <em title="Доверенности истекли">{quantity(count)}</em>
}

function WaitingRegistrations() {
  return <Waiting count={useQuery(waitingRegistrationsQuery).data} />
}

function WaitingActs() {
  return <Waiting count={useQuery(actsWaitingQuery).data} />
}

function UnreadChat() {
  const { data: count = 0 } = useQuery(chatUnreadQuery)
  return count > 0 && <em title="Непрочитанные сообщения">{quantity(count)}</em>
}

function ClaimUpdates() {
  const { data: count = 0 } = useQuery(claimUpdatesQuery)
  return count > 0 && <em title="Есть вопрос или новое сообщение">{quantity(count)}</em>
}

function WaitingClaims() {
  return <Waiting count={useQuery(claimsWaitingQuery).data} />
}

/** Acts whose disagreements wait for a reply. */
function WaitingDisputes() {
  return <Waiting count={useQuery(staffActsWaitingQuery).data} />
}

function WaitingTalks() {
  return <Waiting count={useQuery(talksWaitingQuery).data} />
}

/** Late data and imports set aside. */
function ExchangeTrouble() {
  const { data: count = 0 } = useQuery(exchangeTroubleQuery)
  return count > 0 && <em title="Опаздывают или отложены">{quantity(count)}</em>
}

/** The count as a badge; empty for 0. */
function Waiting({ count = 0 }: { count: number | undefined }) {
  return count > 0 && <em title="Ждут ответа">{quantity(count)}</em>
}
