import { actions, type AuditAction } from './actions.ts'

/** Groups of actions to filter by; other actions have no topic. */
export const auditTopics = {
  money: [
    'contract.created',
    'contract.changed',
    'order.placed',
    'act.confirmed',
    'act.disputed',
    'act.replied',
    'claim.filed',
    'claim.withdrawn',
    'claim.decided',
    'special-offer.created',
    'special-offer.changed',
    'special-offer.deleted',
    'prices.offers-applied',
    'prices.rates-applied',
    'currency-rate.created',
    'currency-rate.changed',
    'currency-rate.deleted',
    'price-condition.created',
    'price-condition.changed',
    'price-condition.ended',
    'price-break.created',
    'price-break.changed',
    'price-break.ended',
    'delivery-method.changed',
    'delivery-zone.created',
    'delivery-zone.changed',
  ],
  rights: [
    'access.refused',
    'account.created',
    'account.changed',
    'account.deleted',
    'account.moved',
    'account.prices-changed',
    'account.invited',
    'account.enabled',
    'account.disabled',
    'account.role-changed',
    'account.login-changed',
    'account.limits-changed',
    'registration.approved',
    'organisation.merged',
    'second-factor.set',
    'second-factor.removed',
    'second-factor.reset',
    'second-factor.codes-renewed',
  ],
  signIns: [
    'sign-in.succeeded',
    'sign-in.refused',
    'sign-out',
    'session.ended',
    'acting.started',
    'acting.ended',
    'account.password-changed',
    'account.reset-asked',
  ],
} as const satisfies Record<string, readonly AuditAction[]>

export type AuditTopic = keyof typeof auditTopics

const topicNames = Object.keys(auditTopics) as AuditTopic[]

export function topicOf(action: AuditAction): AuditTopic | undefined {
  return topicNames.find((topic) => (auditTopics[topic] as readonly AuditAction[]).includes(action))
}

/** Actions whose Russian name contains the text, ignoring case. */
export function findActionsByName(text: string): AuditAction[] {
  const lowerCaseText = text.toLocaleLowerCase('ru')
  return (Object.keys(actions) as AuditAction[]).filter((action) =>
    actions[action].toLocaleLowerCase('ru').includes(lowerCaseText),
  )
}
