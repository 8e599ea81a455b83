import type { DeliveryChoice } from '#shared/api/delivery.ts'
import { parseDay } from '#shared/rules/dates.ts'
import type { OrderInput } from './rules/terms.ts'

/** A delivery choice of the wire as domain values. */
export function parseDeliveryChoice(input: DeliveryChoice): Pick<OrderInput, 'delivery' | 'clientNumber'> {
  return {
    delivery: {
      methodId: input.delivery_method,
      companyId: input.delivery_company,
      typeId: input.delivery_type,
      terminalId: input.terminal,
      zoneId: input.delivery_zone,
      addressId: input.address,
      consigneeId: input.consignee,
      date: input.date ? parseDay(input.date) : undefined,
    },
    clientNumber: input.client_number?.trim() ?? '',
  }
}
