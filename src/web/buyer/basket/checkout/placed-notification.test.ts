import { expect, test } from 'vitest'
import { placedNotification } from './placed-notification.ts'

test('the notification of a waiting order names the approvers', () => {
  expect(placedNotification({ numberOrder: '0000-000007', awaits: null })).toMatchObject({
    text: 'Заказ 0000-000007 оформлен',
  })
  expect(placedNotification({ numberOrder: '0000-000007', awaits: ['Ирина Соколова', 'Пётр Ильин'] })).toMatchObject({
    title: 'Заказ 0000-000007 ждёт согласования',
    text: 'Согласует Ирина Соколова или Пётр Ильин. Товар в резерве',
  })
  expect(placedNotification({ numberOrder: '0000-000007', awaits: [] }).text).toBe(
    'Согласует руководитель организации. Товар в резерве',
  )
})
