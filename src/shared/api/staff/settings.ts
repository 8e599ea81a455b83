import * as z from 'zod/mini'
import { tooLargeMessage } from '../../rules/file-size.ts'
import { isColour } from '../../rules/look/accent.ts'
import { emailError, isEmail } from '../../rules/parties/email.ts'
import { endpoint, fileEndpoint } from '../endpoint.ts'
import { nothing, success, wireId, wireText } from '../wire.ts'

const ruleValue = z.union([z.number(), z.boolean(), wireText(200), z.null()])

const names = { name: z.string(), company: z.string() }

/** Settings that staff may change. */
const settings = z.object({
  /** `name` in header, letters and price files, `company` as a legal entity; '' = as in `usual`. */
  shop: z.object({
    ...names,
    usual: z.object({ ...names, /** Name in MAIL_FROM; '' = `name`. */ from_name: z.string() }),
    phone: z.string(),
    hours: z.string(),
    email: z.string(),
    /** Sender's name in letters; '' = that of `usual`, else `name`. */
    from_name: z.string(),
    /** Colour of buttons and links, '#rrggbb'. */
    accent: z.string(),
    /** Picture of the logo. */
    logo: z.nullable(z.number()),
  }),
  /** Rules of `src/shared/rules/settings/portal-rules.ts` by name. */
  rules: z.record(z.string(), ruleValue),
  /** Price types of 1C, for rules that name one. */
  price_types: z.array(z.object({ code: z.string(), name: z.string() })),
  /** Sent back with a change. */
  version: z.string(),
})
export type StaffSettings = z.output<typeof settings>

export const staffSettings = endpoint({
  verb: 'GET',
  path: '/api/staff/settings/',
  right: 'staff.settings',
  summary: 'Settings of the portal',
  input: nothing,
  reply: z.object({ ...success, settings }),
})

/** One line; absent = unchanged. */
const line = (longest: number) =>
  z.optional(
    wireText(longest).check(
      z.trim(),
      z.refine((text) => !/\p{Cc}/u.test(text), 'Уберите переносы строк'),
    ),
  )

const shopInput = z.object({
  name: line(100),
  company: line(300),
  phone: line(60),
  hours: line(60),
  email: z.optional(
    wireText(200).check(
      z.trim(),
      z.refine((text) => text === '' || isEmail(text), { error: ({ input }) => emailError(String(input)) }),
    ),
  ),
  from_name: line(100),
  accent: z.optional(
    wireText(7).check(
      z.trim(),
      z.refine((text) => isColour(text), 'Укажите цвет шестью знаками, например #0a6a72'),
    ),
  ),
  logo: z.optional(z.nullable(wireId)),
})

export const saveSettings = endpoint({
  verb: 'POST',
  path: '/api/staff/settings/',
  method: 'save',
  right: 'staff.settings',
  summary: 'Change settings of the portal, effective at once. 409 when somebody else has changed them',
  input: z.object({
    version: z.optional(wireText(40)),
    shop: z._default(shopInput, {}),
    rules: z.optional(z.record(wireText(60), ruleValue)),
  }),
  reply: z.object({ ...success, settings }),
})

export const maxLogoBytes = 2 * 1024 * 1024

/** Stored as a picture; `saveSettings` makes it the logo. */
export const uploadLogo = fileEndpoint({
  verb: 'POST',
  path: '/api/staff/settings/logo/',
  right: 'staff.settings',
  summary: 'Upload a picture for the logo, drawn anew as WEBP. 422 with the reason where it is no picture',
  input: nothing,
  takes: {
    mediaTypes: ['image/png', 'image/svg+xml', 'image/jpeg', 'image/webp'],
    maxBytes: maxLogoBytes,
    tooLarge: tooLargeMessage(maxLogoBytes, 'Логотип'),
  },
  /** Its address is /dbpics/{picture}.webp. */
  reply: z.object({ ...success, picture: z.number() }),
})
