/** What the audit trail is filtered by; apart from its calls, so that an address of the web needs no schemas. */
export const auditTopics = ['money', 'rights', 'onBehalf', 'signIns'] as const
export type AuditTopic = (typeof auditTopics)[number]

/** Who acts without an account of their own: 1C, the portal's jobs, the command line, a browser without a session. */
export const auditOrigins = ['exchange', 'system', 'command-line', 'guest'] as const
export type AuditOrigin = (typeof auditOrigins)[number]
