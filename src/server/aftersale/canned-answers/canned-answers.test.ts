import { afterAll, beforeAll, expect, test } from 'vitest'
import { cannedAnswers, type AnswerSubject } from '#shared/api/talk/canned-answers.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { createWorld, signedIn } from '#tests/support/fixtures.ts'
import { call } from '#web/api/client.ts'

let portal: TestApp
let staff: Visitor
let owner: Visitor

beforeAll(async () => {
  portal = await startTestApp()
  const world = await createWorld(portal.db)
  staff = await signedIn(portal, world.salesId)
  owner = await signedIn(portal, world.ownerId)
})
afterAll(() => portal.close())

const list = async (subject: AnswerSubject) => (await call(cannedAnswers[subject].list, {}, staff)).items

test.each<AnswerSubject>(['claim', 'chat'])('%s: an answer is named once, changed and deleted', async (subject) => {
  const { save: saving, remove, list: listing } = cannedAnswers[subject]
  const save = (answer: { id?: number; name: string; text: string }) => call(saving, answer, staff)
  const before = await list(subject)
  const photo = { name: '/Фото', text: ' Пришлите фото этикетки. ' }
  const { id } = await save(photo)
  const saved = { id, name: 'Фото', text: 'Пришлите фото этикетки.' }
  expect((await save(photo)).items).toHaveLength(before.length + 1)
  expect(await list(subject)).toContainEqual(saved)
  await expect(save({ name: 'фото', text: 'Другое' })).rejects.toMatchObject({ status: 400 })
  await expect(save({ name: '/', text: 'Текст' })).rejects.toMatchObject({
    body: { fields: { name: 'Назовите ответ' } },
  })
  await expect(save({ name: 'Пусто', text: ' ' })).rejects.toMatchObject({ status: 400 })
  await expect(save({ id: 999_999, name: 'Нет', text: 'Такого' })).rejects.toMatchObject({ status: 404 })
  expect((await save({ id, name: 'Фото', text: 'Пришлите фото.' })).items).toContainEqual({
    ...saved,
    text: 'Пришлите фото.',
  })
  await expect(call(listing, {}, owner)).rejects.toMatchObject({ status: 403 })
  for (let time = 0; time < 2; time += 1) expect((await call(remove, { id }, staff)).items).toEqual(before)
})

test('subjects share names but no answers', async () => {
  const same = { name: 'срок', text: 'Ответим до {дата}.' }
  const ofClaims = await call(cannedAnswers.claim.save, same, staff)
  const ofChats = await call(cannedAnswers.chat.save, same, staff)
  expect(ofChats.id).not.toBe(ofClaims.id)
  await expect(
    call(cannedAnswers.chat.save, { id: ofClaims.id, name: 'другой', text: 'Текст' }, staff),
  ).rejects.toMatchObject({ status: 404 })
  await call(cannedAnswers.chat.remove, { id: ofClaims.id }, staff)
  expect(await list('claim')).toContainEqual({ ...same, id: ofClaims.id })
})

test('no list grows beyond 50', async () => {
  const { length } = await list('chat')
  for (let n = length; n < 50; n += 1) await call(cannedAnswers.chat.save, { name: `ответ ${n}`, text: 'Текст' }, staff)
  await expect(call(cannedAnswers.chat.save, { name: 'ещё', text: 'Текст' }, staff)).rejects.toMatchObject({
    body: { fields: { name: 'Готовых ответов не больше 50' } },
  })
})
