import { suggestAddress, suggestBank, suggestName, suggestParty } from '#shared/api/organisation/suggestions.ts'
import type { FastifyRequest } from 'fastify'
import { createAddressLimit } from '#server/platform/http/address-limit.ts'
import type { Api } from '#server/platform/http/api.ts'
import { networkOf } from '#server/platform/http/client-address.ts'
import { clientAddress } from '#server/platform/http/request-notes.ts'
import type { Suggestions } from './service.ts'

/** Guests use them in the registration form: limited by network, because every key press is a request. */
export function suggestionRoutes({ on }: Api, { suggestions }: { suggestions: Suggestions }) {
  const limit = createAddressLimit({ perSecond: 5, burst: 60 })
  const spend = (request: FastifyRequest) => limit.spend(networkOf(clientAddress(request)))

  on(suggestAddress, ({ actor, input, request }) => {
    spend(request)
    return suggestions.addresses(input.query, { organisationId: actor?.organisationId ?? null })
  })
  on(suggestParty, ({ input, request }) => {
    spend(request)
    return suggestions.parties(input.query)
  })
  on(suggestBank, ({ input, request }) => {
    spend(request)
    return suggestions.banks(input.query)
  })
  on(suggestName, ({ input, request }) => {
    spend(request)
    return suggestions.names(input.query)
  })
}
