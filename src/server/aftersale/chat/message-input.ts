type WireMessage = {
  message: string
  files?: number[] | undefined
  orders?: number[] | undefined
  goods?: number[] | undefined
  claims?: number[] | undefined
  invoices?: number[] | undefined
}

/** The message of a call's input, with defaults. */
export function messageInputOf({
  message,
  files = [],
  orders = [],
  goods = [],
  claims = [],
  invoices = [],
}: WireMessage) {
  return { message, files, orders, goods, claims, invoices }
}
