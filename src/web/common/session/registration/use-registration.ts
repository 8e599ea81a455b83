import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { captchaInWords, checkUser, register } from '#shared/api/account/registration.ts'
import type { InputOf } from '#shared/api/endpoint.ts'
import { emailError } from '#shared/rules/parties/email.ts'
import { call } from '#web/api/client.ts'

export function useRegister() {
  return useMutation({ mutationFn: (input: InputOf<typeof register>) => call(register, input) })
}

/** A question in words instead of the picture; each round requests another one. */
export function useCaptchaQuestion({ round, enabled }: { round: number; enabled: boolean }) {
  return useQuery({
    queryKey: ['captcha', round],
    queryFn: async ({ signal }) => (await call(captchaInWords, {}, { signal })).question,
    enabled,
    staleTime: Infinity,
    gcTime: 0,
  })
}

/** Checks on blur whether the e-mail is free. A failed check is ignored, because the server checks again. */
export function useEmailCheck() {
  const [checked, setChecked] = useState<{ email: string; free: boolean; message: string }>()
  async function check(typed: string) {
    const email = typed.trim()
    if (emailError(email) !== undefined || checked?.email === email) return
    const answer = await call(checkUser, { user_email: email }).catch(() => undefined)
    setChecked(answer && { email, free: answer.free, message: answer.message })
  }
  return { answerFor: (typed: string) => (checked?.email === typed.trim() ? checked : undefined), check }
}
