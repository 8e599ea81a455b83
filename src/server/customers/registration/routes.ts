import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as api from '#shared/api/account/registration.ts'
import type { Endpoint } from '#shared/api/endpoint.ts'
import { createAddressLimit } from '#server/platform/http/address-limit.ts'
import { createApi, type Api } from '#server/platform/http/api.ts'
import { readUrlencodedForms } from '#server/platform/http/bodies/forms.ts'
import { networkOf } from '#server/platform/http/client-address.ts'
import type { FileApi } from '#server/platform/http/file-api.ts'
import { clientAddress } from '#server/platform/http/request-notes.ts'
import type { Sessions } from '#server/platform/http/session.ts'
import type { RegistrationDeps } from './look-up-register.ts'
import { captchaMinutes, issuePicture, issueQuestion } from './captcha/captcha.ts'
import { answerStaff, getRequestAwaitingAnswer } from './answer.ts'
import { checkEmail } from './check-email.ts'
import { formOf } from './shape.ts'
import { requestNumber } from './notify.ts'
import { submitRegistration } from './submit.ts'

type Deps = RegistrationDeps & { sessions: Sessions; baseUrl: string | undefined }

const cookie = 'captcha'

/** The applicant's calls. The older layer sends them as forms. Returns the mounted calls. */
export async function registrationRoutes(app: FastifyInstance, files: FileApi, deps: Deps): Promise<Endpoint[]> {
  let mounted: Endpoint[] = []
  // A picture takes ten milliseconds to draw, and every captcha is a row.
  const captchaLimit = createAddressLimit({ perSecond: 1, burst: 60 })
  captchaRoute(files, deps, captchaLimit)
  await app.register((scope) => {
    readUrlencodedForms(scope)
    const calls = createApi(scope, deps)
    mountCalls(calls, deps, captchaLimit)
    mounted = calls.endpoints()
    return Promise.resolve()
  })
  return mounted
}

type CaptchaLimit = ReturnType<typeof createAddressLimit>

function mountCalls({ on }: ReturnType<typeof createApi>, deps: Deps, captchaLimit: CaptchaLimit): void {
  on(api.register, async ({ input: { formState, key, ...form }, request }) => {
    const from = {
      address: clientAddress(request),
      userAgent: request.headers['user-agent']?.slice(0, 300) ?? '',
      captcha: request.cookies[cookie],
    }
    const message = await submitRegistration(deps, from, { ...form, formState, key })
    return { state: 'success' as const, message }
  })

  on(api.captchaInWords, async ({ request, reply }) => {
    captchaLimit.spend(networkOf(clientAddress(request)))
    const { token, question } = await issueQuestion(deps, { token: request.cookies[cookie] })
    setTokenCookie(request, reply, token)
    return { question }
  })

  on(api.checkUser, ({ input, request }) => checkEmail(deps, { address: clientAddress(request) }, input.user_email))
}

/** The applicant's answer to a question of staff, by a mailed link. */
export function registrationAnswerRoutes({ on }: Api, deps: RegistrationDeps): void {
  on(api.readQuestion, async ({ input }) => {
    const { id, email, decisionText, ...columns } = await getRequestAwaitingAnswer(deps, input)
    return { number: requestNumber(id), question: decisionText, email, form: formOf(columns) }
  })

  on(api.sendAnswer, async ({ input: { token, text, formState, ...fields }, request }) => {
    const form = { ...fields, formState }
    await answerStaff(deps, { token, form, text: text.trim(), address: clientAddress(request) })
    return {}
  })
}

function captchaRoute({ onFile }: FileApi, deps: Deps, captchaLimit: CaptchaLimit): void {
  onFile(api.captchaPicture, async ({ request, reply }) => {
    captchaLimit.spend(networkOf(clientAddress(request)))
    const { token, picture } = await issuePicture(deps, { token: request.cookies[cookie] })
    setTokenCookie(request, reply, token)
    return reply.type('image/png').header('cache-control', 'no-store').send(picture)
  })
}

function setTokenCookie(request: FastifyRequest, reply: FastifyReply, token: string): void {
  reply.setCookie(cookie, token, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: request.protocol === 'https',
    maxAge: captchaMinutes * 60,
  })
}
