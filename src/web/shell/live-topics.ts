import type { QueryClient } from '@tanstack/react-query'
import { actsKey } from '#web/buyer/acts/use-acts-waiting.ts'
import { basketKey, type BasketSync } from '#web/parts/basket/basket-sync.ts'
import { basketQuery } from '#web/parts/basket/use-basket.ts'
import { chatKey } from '#web/buyer/chat/use-chat-unread.ts'
import { claimsKey } from '#web/buyer/claims/use-claim-updates.ts'
import { placingKey } from '#web/buyer/basket/checkout/use-place-order.ts'
import { initQuery } from '#web/buyer/contracts/use-contracts.ts'
import { draftsKey } from '#web/buyer/drafts/use-drafts-count.ts'
import { newestQuery } from '#web/common/notifications/use-notifications.ts'
import { ordersKey } from '#web/buyer/orders/use-orders.ts'
import { staffActsKey } from '#web/staff/acts/staff-acts-key.ts'
import { staffClaimsKey } from '#web/staff/claims/use-claims-waiting.ts'
import { staffExchangeKey } from '#web/staff/exchange/exchange-key.ts'
import { staffOrdersKey } from '#web/staff/orders/use-staff-orders.ts'
import { registrationsKey } from '#web/staff/registrations/registrations-key.ts'
import { talksKey } from '#web/staff/talks/use-talks-waiting.ts'
import { waitingKey } from '#web/staff/dashboard/dashboard-key.ts'
import { stockAgeQuery } from '#web/parts/stock-age/stock-age-query.ts'
import type { Topics } from '#web/push/refresher.ts'
import { lookQuery } from './look-query.ts'

/** A single order or draft is not refetched while it is being edited: its changes are based on the shown state. */
export function topicsIn(queries: QueryClient, basket: BasketSync): Topics {
  return {
    acts: {
      queries: { predicate: ({ queryKey }) => isOfAny([actsKey, staffActsKey, waitingKey], queryKey) },
    },
    basket: {
      queries: { queryKey: basketKey },
      // Placing an order and saving a quantity both end with a fetch of the basket: the shown data stays until then.
      isKnown: ({ version }) =>
        basket.isSaving() ||
        queries.isMutating({ mutationKey: placingKey }) > 0 ||
        (version !== undefined && version === queries.getQueryData(basketQuery.queryKey)?.version),
    },
    callbacks: { queries: { predicate: ({ queryKey }) => isOfAny([talksKey, waitingKey], queryKey) } },
    chat: {
      queries: {
        predicate: ({ queryKey }) =>
          isListOf(chatKey, queryKey) || isListOf(talksKey, queryKey) || startsWith(waitingKey, queryKey),
      },
    },
    claims: {
      queries: { predicate: ({ queryKey }) => isOfAny([claimsKey, staffClaimsKey, waitingKey], queryKey) },
    },
    contracts: {
      queries: {
        predicate: ({ queryKey }) => startsWith(initQuery.queryKey, queryKey) || startsWith(basketKey, queryKey),
      },
    },
    drafts: { queries: { queryKey: draftsKey, predicate: ({ queryKey }) => queryKey[1] !== 'one' } },
    exchange: { queries: { queryKey: staffExchangeKey } },
    firm: { queries: { queryKey: lookQuery.queryKey } },
    notifications: { queries: { queryKey: newestQuery.queryKey } },
    orders: {
      queries: {
        predicate: ({ queryKey }) =>
          isListOf(ordersKey, queryKey) || isListOf(staffOrdersKey, queryKey) || startsWith(waitingKey, queryKey),
      },
    },
    registrations: {
      queries: {
        predicate: ({ queryKey }) => isListOf(registrationsKey, queryKey) || startsWith(waitingKey, queryKey),
      },
    },
    stocks: { queries: { queryKey: stockAgeQuery.queryKey } },
  }
}

function isListOf(key: readonly unknown[], queryKey: readonly unknown[]): boolean {
  return startsWith(key, queryKey) && queryKey[key.length] !== 'one'
}

function isOfAny(keys: readonly (readonly unknown[])[], queryKey: readonly unknown[]): boolean {
  return keys.some((key) => startsWith(key, queryKey))
}

function startsWith(key: readonly unknown[], queryKey: readonly unknown[]): boolean {
  return key.every((part, index) => queryKey[index] === part)
}
